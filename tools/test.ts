// What `npm test` runs: every check, in order, each to its end. `--fast` leaves out whatever needs a
// database or a browser. The last line is always 'N passed, N failed'.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Counts, countPlaywright, countStep, countVitest, lastLine, sum } from './test-counts.ts'

type Step = {
  name: string
  command: string[]
  minutes: number
  env?: Record<string, string>
  /** Reads the tests out of the report that the command leaves; without it the step counts as one. */
  count?: (() => Counts) | undefined
  /** Later steps are pointless when this one fails. */
  needed?: boolean
}

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const reports = mkdtempSync(join(tmpdir(), 'brokerline-reports-'))
const { values: flags } = parseArgs({ options: { fast: { type: 'boolean', default: false } } })

function vitest(project: string, minutes: number): Step {
  const file = join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    name: project,
    command: ['vitest', 'run', '--project', project, ...reporters],
    minutes,
    count: () => countVitest(JSON.parse(readFileSync(file, 'utf8'))),
  }
}

function browser(): Step {
  const file = join(reports, 'ui.json')
  return {
    name: 'browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    minutes: 30,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    count: () => countPlaywright(JSON.parse(readFileSync(file, 'utf8'))),
  }
}

function has(...patterns: string[]): boolean {
  return globSync(patterns, { cwd: root }).length > 0
}

function steps(): Step[] {
  const node = process.execPath
  const statics: Step[] = [
    { name: 'types', command: ['tsc', '-p', '.'], minutes: 3 },
    { name: 'lint', command: ['biome', 'ci', '.'], minutes: 3 },
  ]
  if (existsSync(join(root, 'tools', 'structure.ts'))) {
    statics.push({ name: 'structure', command: [node, 'tools/structure.ts'], minutes: 2 })
  }
  if (flags.fast) return [...statics, vitest('unit', 10)]
  const whole = [
    ...statics,
    { name: 'unused code', command: ['knip'], minutes: 3 },
    vitest('unit', 10),
    vitest('service', 20),
    { name: 'web bundles', command: [node, 'tools/build-web.ts'], minutes: 5, needed: true },
  ]
  if (has('e2e/{api,crash}/**/*.test.ts')) whole.push(vitest('e2e', 20))
  if (has('e2e/ui/**/*.spec.ts')) whole.push(browser())
  return whole
}

let current: ChildProcess | undefined

/** Runs the command with its output shown as it comes; one that takes too long is ended. */
function run(step: Step): Promise<boolean> {
  const [command = '', ...args] = step.command
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...step.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    current = child
    let late = false
    const limit = setTimeout(() => {
      late = true
      console.log(`${step.name} takes longer than ${step.minutes} minutes and is ended`)
      child.kill('SIGINT')
    }, step.minutes * 60_000)
    const last = setTimeout(() => child.kill('SIGKILL'), step.minutes * 60_000 + 30_000)
    const done = (ok: boolean): void => {
      clearTimeout(limit)
      clearTimeout(last)
      resolve(ok && !late)
    }
    child.on('error', (error) => {
      console.log(`${step.name}: ${error.message}. Run "npm ci" first.`)
      done(false)
    })
    child.on('exit', (code) => done(code === 0))
  })
}

function read(step: Step): Counts | undefined {
  try {
    return step.count?.()
  } catch {
    // Without a report no test can have run.
    return { passed: 0, failed: 0 }
  }
}

const counts: Counts[] = []
const summary: string[] = []
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
    current?.kill(signal)
  })
}

for (const step of steps()) {
  console.log(`\n── ${step.name} ──`)
  const start = performance.now()
  const ok = await run(step)
  const counted = countStep(ok, read(step))
  counts.push(counted)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  summary.push(
    `${counted.failed === 0 ? 'passed' : 'FAILED'}  ${step.name}: ${lastLine(counted)}, ${seconds} s`,
  )
  if (interrupted || (step.needed && !ok)) break
}

rmSync(reports, { recursive: true, force: true })
const total = sum(counts)
console.log(`\n${summary.join('\n')}\n`)
console.log(lastLine(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
