// `npm test`, `npm run check` and `npm run test:deep`: runs the named set of steps, two at a time, and prints the ten
// slowest files, the minutes of each step, the failed tests, and `N passed, N failed` last.
import { mkdtempSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import concurrently, { type CloseEvent } from 'concurrently'
import { changedSince, deepTestsFor } from './deep-subjects.ts'
import { leaveTestFolder, testFolder } from './test-folder.ts'
import { type Counts, countOf, readReports, slowestFiles } from './test-reports.ts'
import { waitingWorkers } from './test-workers.ts'

const set = process.argv[2] ?? 'all'
const root = fileURLToPath(new URL('..', import.meta.url))
const temporary = testFolder()
const reports = mkdtempSync(join(temporary, 'brokerline-reports-'))
const bin = join(root, 'node_modules', '.bin')
const env = {
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  TMPDIR: temporary,
  // reading and compiling its files is half of each start of the product
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(bin, '..', '.cache', 'compiled'),
  DEMO_WORLD: join(reports, 'demo-world'),
}

/** With DEEP_SINCE=<commit>, as in CI, `npm test` adds the deep tests whose subjects changed since. */
const since = process.env.DEEP_SINCE
const changed = since ? deepTestsFor(changedSince(since, root)) : []
const changedBrowser = changed.filter((path) => path.startsWith('e2e/ui/'))
const changedDeep = changed.filter((path) => !changedBrowser.includes(path))

const vitest = (project: string, ...paths: string[]): string =>
  `vitest run ${paths.join(' ')} --project ${project} --reporter=default --reporter=json --outputFile.json=${join(reports, `${project}.json`)}`
const steps = {
  types: 'tsc -p . --singleThreaded',
  lint: 'biome ci .',
  structure: 'node tools/structure.ts',
  'unused code': 'knip',
  'demo world': 'node tools/build-web.ts && node test/product/demo-world.ts $DEMO_WORLD',
  unit: vitest('unit'),
  service: `${vitest('service')} --maxWorkers=${waitingWorkers}`,
  deep: vitest('deep', ...(set === 'deep' ? [] : changedDeep)),
  e2e: vitest('e2e'),
  browser: 'playwright test --reporter=list,json',
  'deep browser': `playwright test ${changedBrowser.join(' ')} --grep @deep --pass-with-no-tests --reporter=list,json`,
}
type StepName = keyof typeof steps

/** Steps of a phase run together; a phase starts when the one before has ended. */
const sets: Record<string, StepName[][]> = {
  check: [['types', 'unit', 'lint', 'structure']],
  all: [
    ['demo world', 'types', 'lint', 'structure', 'unused code', 'unit'],
    ['service', 'e2e'],
    // its workers use all cores: next to other steps they only wait longer
    ['browser'],
    ...(changedDeep.length > 0 ? [['deep' as const]] : []),
    ...(changedBrowser.length > 0 ? [['deep browser' as const]] : []),
  ],
  deep: [['demo world'], ['deep', 'e2e'], ['browser']],
}

async function runPhase(names: StepName[]): Promise<CloseEvent[]> {
  const { result } = concurrently(
    names.map((name) => ({
      name,
      command: steps[name],
      env: {
        ...env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, `${name}.json`),
        ...((set === 'deep' || name === 'deep browser') && { DEEP: 'on' }),
      },
    })),
    { cwd: root, group: true, maxProcesses: 2, prefix: 'none' },
  )
  return result.catch((events: CloseEvent[]) => events)
}

const phases = sets[set]
if (!phases) throw new Error(`Unknown set of tests "${set}": name one of ${Object.keys(sets).join(', ')}.`)
const ended: CloseEvent[] = []
for (const phase of phases) ended.push(...(await runPhase(phase)))

const byStep = readReports(reports)
const total: Counts = { passed: 0, failed: 0 }
const summary = phases.flat().map((name) => {
  const event = ended.find(({ command }) => command.name === name)
  const counts = countOf(event?.exitCode === 0, byStep.get(name)?.counts)
  total.passed += counts.passed
  total.failed += counts.failed
  const minutes = (event?.timings.durationSeconds ?? 0) / 60
  return `${counts.failed > 0 ? 'FAILED' : 'passed'}  ${name}: ${counts.passed} passed, ${counts.failed} failed, ${minutes.toFixed(1)} min`
})
rmSync(reports, { recursive: true, force: true })
leaveTestFolder(temporary)
console.log(
  `\nThe slowest files:\n${slowestFiles([...byStep.values()], root).join('\n')}\n\n${summary.join('\n')}\n`,
)
// last, so that they are in view however long the log is
for (const failure of [...byStep.values()].flatMap(({ failures }) => failures))
  console.log(`FAILED  ${failure.replace(root, '')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
