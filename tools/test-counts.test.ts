import { expect, test } from 'vitest'
import { countPlaywright, countStep, countVitest, lastLine, sum } from './test-counts.ts'

test('Vitest: failed tests, and files that broke outside their tests', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
  ]
  const counts = countVitest({ numPassedTests: 3, numFailedTests: 1, testResults })
  expect(counts).toEqual({ passed: 3, failed: 2 })
})

test('Playwright: what passed when repeated has passed, a broken file has failed', () => {
  expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 2 }, errors: [{}] })).toEqual({
    passed: 7,
    failed: 2,
  })
})

test('a check without tests counts as one', () => {
  expect(countStep(true, undefined)).toEqual({ passed: 1, failed: 0 })
  expect(countStep(false, undefined)).toEqual({ passed: 0, failed: 1 })
})

test('a step that ended badly has failed, and so has one in which nothing ran', () => {
  expect(countStep(false, { passed: 7, failed: 0 })).toEqual({ passed: 7, failed: 1 })
  expect(countStep(false, { passed: 7, failed: 3 })).toEqual({ passed: 7, failed: 3 })
  expect(countStep(true, { passed: 0, failed: 0 })).toEqual({ passed: 0, failed: 1 })
})

test('the last line', () => {
  expect(
    lastLine(
      sum([
        { passed: 2, failed: 0 },
        { passed: 3, failed: 1 },
      ]),
    ),
  ).toBe('5 passed, 1 failed')
})
