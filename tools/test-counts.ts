export type Counts = { passed: number; failed: number }

/** The part of Vitest's JSON report that counts. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** The part of Playwright's JSON report that counts. */
export type PlaywrightReport = {
  errors: unknown[]
  stats: { expected: number; unexpected: number; flaky: number }
}

/** A file that broke outside its tests counts as one failed test. */
export function countVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length }
}

/** A test that passed when repeated, as only CI does, counts as passed; the list above names it as flaky. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/**
 * What a step of the run adds to the sum. A step that ended badly has failed even when no test says so,
 * and one in which no test ran has tested nothing.
 */
export function countStep(ok: boolean, tests: Counts | undefined): Counts {
  const { passed, failed } = tests ?? { passed: ok ? 1 : 0, failed: 0 }
  const bad = !ok || passed + failed === 0
  return { passed, failed: bad ? Math.max(failed, 1) : failed }
}

export function sum(counts: Counts[]): Counts {
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), {
    passed: 0,
    failed: 0,
  })
}

export function lastLine({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`
}
