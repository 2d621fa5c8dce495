import { relative } from 'node:path'

export interface TimedTest {
  title: string
  file: string
  seconds: number
}

/** The part of Vitest's JSON report that tells how long each test took. */
export interface VitestTimes {
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[]
}

interface PlaywrightSuite {
  file: string
  specs: { title: string; tests: { projectName: string; results: { duration: number }[] }[] }[]
  suites?: PlaywrightSuite[]
}

/** The same part of Playwright's. */
export interface PlaywrightTimes {
  suites: PlaywrightSuite[]
}

export function vitestTimes({ testResults }: VitestTimes, root: string): TimedTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: fullName,
      file: relative(root, name),
      seconds: (duration ?? 0) / 1000,
    })),
  )
}

/** A test that was repeated has taken all its tries. */
export function playwrightTimes({ suites }: PlaywrightTimes): TimedTest[] {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ projectName, results }) => ({
        title: `${title} (${projectName})`,
        file,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
    ...playwrightTimes({ suites: inner }),
  ])
}

/** @returns a line each for the slowest tests, the slowest first */
export function slowList(tests: readonly TimedTest[], count = 10): string[] {
  return [...tests]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ title, file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}: ${title}`)
}
