import { expect, test } from 'vitest'
import { playwrightTimes, slowList, vitestTimes } from './test-slow.ts'

test("Vitest's report gives each test its seconds, also one that never ran", () => {
  const assertionResults = [{ fullName: 'a call is placed', duration: 1500 }, { fullName: 'is left out' }]
  expect(vitestTimes({ testResults: [{ name: '/home/calls.test.ts', assertionResults }] }, '/home')).toEqual([
    { title: 'a call is placed', file: 'calls.test.ts', seconds: 1.5 },
    { title: 'is left out', file: 'calls.test.ts', seconds: 0 },
  ])
})

test("Playwright's report is read to its innermost suite, for each width, with every try", () => {
  const spec = (title: string, durations: number[]) => ({
    title,
    tests: [{ projectName: 'phone', results: durations.map((duration) => ({ duration })) }],
  })
  const inner = { file: 'story.spec.ts', specs: [spec('inner', [3000])] }
  const suites = [{ file: 'story.spec.ts', specs: [spec('outer', [2000, 500])], suites: [inner] }]
  expect(playwrightTimes({ suites })).toEqual([
    { title: 'outer (phone)', file: 'story.spec.ts', seconds: 2.5 },
    { title: 'inner (phone)', file: 'story.spec.ts', seconds: 3 },
  ])
})

test('the list names the slowest tests, the slowest first', () => {
  const tests = [4, 30.25, 12].map((seconds) => ({ title: `test of ${seconds}`, file: 'a.test.ts', seconds }))
  expect(slowList(tests, 2)).toEqual([
    '  30.3 s  a.test.ts: test of 30.25',
    '  12.0 s  a.test.ts: test of 12',
  ])
  expect(tests[0]?.seconds).toBe(4)
})
