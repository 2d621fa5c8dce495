import { globSync, readFileSync } from 'node:fs'
import { basename, isAbsolute, join, relative } from 'node:path'

/** A file that takes longer is split, or its long part becomes a deep test. A warning only: a busy machine is slow. */
const BUDGET_SECONDS = 20

export interface Counts {
  passed: number
  failed: number
}

interface TimedFile {
  path: string
  seconds: number
}

/** Counts, failures and durations of one step, as its test runner reported them. */
export interface Report {
  counts: Counts
  /** `file: test`, or the file alone where it failed outside its tests */
  failures: string[]
  files: TimedFile[]
}

/** Parts of Vitest's JSON report. Times are milliseconds. */
export interface VitestJson {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string }[]
  }[]
}

interface PlaywrightSuite {
  file: string
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[]
  suites?: PlaywrightSuite[]
}

/** Parts of Playwright's JSON report. Times are milliseconds. */
export interface PlaywrightJson {
  errors: unknown[]
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}

/** A file that fails outside its tests counts as one failed test. */
export function readVitest({ numPassedTests, numFailedTests, testResults }: VitestJson): Report {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    counts: { passed: numPassedTests, failed: numFailedTests + brokenFiles.length },
    failures: [
      ...testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName }) => `${name}: ${fullName}`),
      ),
      ...brokenFiles.map(({ name }) => name),
    ],
    files: testResults.map(({ name, startTime, endTime }) => ({
      path: name,
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

/** A test that passed when it was repeated counts as passed. */
export function readPlaywright({ stats, errors, suites }: PlaywrightJson): Report {
  return {
    counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length },
    failures: suites.flatMap(failuresOf),
    files: suites.map((suite) => ({ path: suite.file, seconds: secondsOf(suite) })),
  }
}

function secondsOf({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const own = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
  return suites.reduce((sum, suite) => sum + secondsOf(suite), own)
}

function failuresOf({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
    .map(({ title }) => `${file}: ${title}`)
  return [...own, ...suites.flatMap(failuresOf)]
}

/** Reports of a folder by step: `<step>.json`. A step without one has run no test. */
export function readReports(folder: string): Map<string, Report> {
  return new Map(
    globSync(join(folder, '*.json')).map((path) => {
      const json = JSON.parse(readFileSync(path, 'utf8'))
      return [basename(path, '.json'), 'stats' in json ? readPlaywright(json) : readVitest(json)]
    }),
  )
}

/** A step that exits with an error has failed even when no test reports it; one that runs no test counts as one. */
export function countOf(succeeded: boolean, counts: Counts | undefined): Counts {
  const { passed, failed } = counts ?? { passed: succeeded ? 1 : 0, failed: 0 }
  const hasFailed = !succeeded || passed + failed === 0
  return { passed, failed: hasFailed ? Math.max(failed, 1) : failed }
}

/** A line for each of the slowest files, the slowest first. */
export function slowestFiles(reports: readonly Report[], root: string, count = 10): string[] {
  return reports
    .flatMap(({ files }) => files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ path, seconds }) => {
      const name = isAbsolute(path) ? relative(root, path) : path
      const warning = seconds > BUDGET_SECONDS ? ` (over ${BUDGET_SECONDS} s)` : ''
      return `${seconds.toFixed(1).padStart(6)} s  ${name}${warning}`
    })
}
