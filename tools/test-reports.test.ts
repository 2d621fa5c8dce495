import { describe, expect, it } from 'vitest'
import { countOf, readPlaywright, readVitest, slowestFiles } from './test-reports.ts'

const file = (name: string, seconds: number, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  startTime: 0,
  endTime: seconds * 1000,
  assertionResults: statuses.map((status, at) => ({ status, fullName: `test ${at + 1}` })),
})

describe('the report of a step', () => {
  it('counts a file that fails outside its tests as one failed test', () => {
    const testResults = [file('/r/a.test.ts', 1, 'passed', 'failed'), file('/r/b.test.ts', 2)]
    const { counts, failures } = readVitest({ numPassedTests: 1, numFailedTests: 1, testResults })
    expect(counts).toEqual({ passed: 1, failed: 2 })
    expect(failures).toEqual(['/r/a.test.ts: test 2', '/r/b.test.ts'])
  })

  it('counts a repeated test of the browser once, with the time of all its tries', () => {
    const suite = (seconds: number, status: string) => ({
      file: 'a.spec.ts',
      specs: [
        { title: 'opens', tests: [{ status, results: [{ duration: seconds * 1000 }, { duration: 500 }] }] },
      ],
    })
    const suites = [{ ...suite(1, 'flaky'), suites: [suite(2, 'unexpected')] }]
    const report = readPlaywright({ errors: [], stats: { expected: 3, unexpected: 1, flaky: 1 }, suites })
    expect(report.counts).toEqual({ passed: 4, failed: 1 })
    expect(report.failures).toEqual(['a.spec.ts: opens'])
    expect(slowestFiles([report], '/r')).toEqual(['   4.0 s  a.spec.ts'])
  })

  it('is a failure when the step exits with an error, or runs no test', () => {
    expect(countOf(false, { passed: 3, failed: 0 })).toEqual({ passed: 3, failed: 1 })
    expect(countOf(true, { passed: 0, failed: 0 })).toEqual({ passed: 0, failed: 1 })
    expect([countOf(true, undefined), countOf(false, undefined)]).toEqual([
      { passed: 1, failed: 0 },
      { passed: 0, failed: 1 },
    ])
  })

  it('lists the slowest files first, by their path in the project, and marks those over the budget', () => {
    const testResults = [file('/r/x/a.test.ts', 1, 'passed'), file('/r/b.test.ts', 21, 'passed')]
    const report = readVitest({ numPassedTests: 2, numFailedTests: 0, testResults })
    expect(slowestFiles([report], '/r', 2)).toEqual([
      '  21.0 s  b.test.ts (over 20 s)',
      '   1.0 s  x/a.test.ts',
    ])
  })
})
