// What `npm test` runs: every check, side by side as far as the cores go, each to its end. `--fast` leaves out whatever
// needs a database or a browser; `--changed`, or `--changed=main`, runs what a change since that commit can have broken.
// What a step prints is shown whole when it ends. The last line is always 'N passed, N failed'.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { selectTests } from './test-changed.ts'
import { type Counts, countStep, lastLine, sum } from './test-counts.ts'
import { leaveTestFolder, testFolder } from './test-folder.ts'
import { createProcesses } from './test-process.ts'
import { runSchedule } from './test-schedule.ts'
import { slowList, type TimedTest } from './test-slow.ts'
import { type Step, testSteps } from './test-steps.ts'
import { cores } from './test-workers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values: flags } = parseArgs({
  args: process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg)),
  options: { fast: { type: 'boolean', default: false }, changed: { type: 'string' } },
})

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

/** The files that differ from where this branch left `since`, whether committed or not. */
function changesSince(since: string): { base: string; files: string[] } {
  const base = git('merge-base', since, 'HEAD')
  const files = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  return { base, files: files.flatMap((list) => list.split('\n')).filter(Boolean) }
}

function selected(since: string): { base: string; selection: ReturnType<typeof selectTests> } {
  const { base, files } = changesSince(since)
  const selection = selectTests(files)
  const specs =
    selection.specs === 'all' ? 'all browser tests' : `${selection.specs.length} files of browser tests`
  console.log(
    `${files.length} files changed since ${since}: ${selection.vitest} tests of the parts, ${specs}`,
  )
  return { base, selection }
}

const temporary = testFolder()
const reports = mkdtempSync(join(temporary, 'brokerline-reports-'))
const processes = createProcesses({ cwd: root, bin: join(root, 'node_modules', '.bin'), temporary })
const counts: Counts[] = []
const times: TimedTest[] = []
const summary: string[] = []
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
    processes.signal(signal)
  })
}

function read(step: Step): Counts | undefined {
  try {
    const report = step.report?.()
    times.push(...(report?.times ?? []))
    return report?.counts
  } catch {
    // Without a report no test can have run.
    return { passed: 0, failed: 0 }
  }
}

async function run(step: Step): Promise<boolean> {
  console.log(`▸ ${step.name}`)
  const start = performance.now()
  const { ok, output } = await processes.run(step)
  const tests = read(step)
  const nothingToDo = ok && step.mayBeEmpty && tests?.passed === 0 && tests.failed === 0
  const counted = nothingToDo ? { passed: 0, failed: 0 } : countStep(ok, tests)
  counts.push(counted)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const passed = counted.failed === 0
  console.log(`\n── ${step.name} ──\n${output.trimEnd()}\n`)
  summary.push(`${passed ? 'passed' : 'FAILED'}  ${step.name}: ${lastLine(counted)}, ${seconds} s`)
  return passed
}

const steps = testSteps({
  ...{ root, reports, fast: flags.fast },
  changed: flags.changed === undefined ? undefined : selected(flags.changed),
})
const outcomes = await runSchedule({ steps, cores: Math.max(2, cores), run, isStopped: () => interrupted })
for (const [name, outcome] of outcomes) {
  if (outcome === 'left out') summary.push(`LEFT OUT  ${name}`)
}

rmSync(reports, { recursive: true, force: true })
leaveTestFolder(temporary)
const total = sum(counts)
console.log(`\nThe slowest tests:\n${slowList(times).join('\n')}\n`)
console.log(`${summary.join('\n')}\n`)
console.log(lastLine(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
