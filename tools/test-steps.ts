import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Selection } from './test-changed.ts'
import { type Counts, countPlaywright, countVitest } from './test-counts.ts'
import type { Scheduled } from './test-schedule.ts'
import { playwrightTimes, type TimedTest, vitestTimes } from './test-slow.ts'
import { workers } from './test-workers.ts'

export interface Step extends Scheduled {
  command: string[]
  /** It is ended after so many minutes. */
  minutes: number
  env?: Record<string, string>
  /** Reads what the command has reported of its tests; without it the step counts as one. */
  report?: () => { counts: Counts; times: TimedTest[] }
  /** A step that may find nothing to do. */
  mayBeEmpty?: boolean
}

export interface StepsOptions {
  root: string
  /** Where the commands leave their reports. */
  reports: string
  /** Only what needs neither a database nor a browser. */
  fast: boolean
  /** Only what a change can have broken, and the commit that it is a change of. */
  changed?: { base: string; selection: Selection } | undefined
}

/** Beside its worker each has a database, a server or a browser; all of them wait now and then. */
const A_WORKER = 0.75

/** What `npm test` does, in the order in which it is begun where the cores allow. */
export function testSteps({ root, reports, fast, changed }: StepsOptions): Step[] {
  const node = process.execPath
  const { vitest: related, e2e, specs } = changed?.selection ?? { vitest: 'all', e2e: true, specs: 'all' }

  const world = { DEMO_WORLD: join(reports, 'demo-world') }

  const vitest = (project: string, options: Pick<Step, 'minutes' | 'cores' | 'needs' | 'env'>): Step => {
    const file = join(reports, `${project}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const only = related === 'related' && changed && project !== 'e2e'
    const since = only ? [`--changed=${changed.base}`, '--passWithNoTests'] : []
    return {
      name: project,
      command: ['vitest', 'run', '--project', project, ...reporters, ...since],
      mayBeEmpty: since.length > 0,
      report: () => {
        const json = JSON.parse(readFileSync(file, 'utf8'))
        return { counts: countVitest(json), times: vitestTimes(json, root) }
      },
      ...options,
    }
  }
  const browser = (): Step => {
    const file = join(reports, 'ui.json')
    return {
      name: 'browser',
      command: ['playwright', 'test', '--reporter=list,json', ...(specs === 'all' ? [] : specs)],
      minutes: 45,
      cores: workers * A_WORKER,
      needs: ['demo world'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...world },
      report: () => {
        const json = JSON.parse(readFileSync(file, 'utf8'))
        return { counts: countPlaywright(json), times: playwrightTimes(json) }
      },
    }
  }
  const has = (pattern: string) => globSync(pattern, { cwd: root }).length > 0

  const statics: Step[] = [
    // several threads check the same types again, each for itself
    { name: 'types', command: ['tsc', '-p', '.', '--singleThreaded'], minutes: 5, cores: 1 },
    { name: 'lint', command: ['biome', 'ci', '.'], minutes: 5, cores: 0.5 },
    { name: 'structure', command: [node, 'tools/structure.ts'], minutes: 5, cores: 0.5 },
  ]
  const unit = vitest('unit', { minutes: 10, cores: workers * A_WORKER })
  if (fast) return [...statics, unit]
  const steps = [...statics]
  const starts = e2e || specs.length > 0
  if (starts) {
    const command = [node, 'tools/build-web.ts']
    steps.push({ name: 'web bundles', command, minutes: 5, cores: 1 })
    const make = [node, 'test/product/demo-world.ts', world.DEMO_WORLD]
    steps.push({ name: 'demo world', command: make, minutes: 5, cores: 1, needs: ['web bundles'] })
  }
  steps.push({ name: 'unused code', command: ['knip'], minutes: 5, cores: 0.5 })
  if (related !== 'none') steps.push(unit, vitest('service', { minutes: 20, cores: workers * A_WORKER }))
  if (e2e && has('e2e/{api,crash}/**/*.test.ts')) {
    // it waits for most of its time
    steps.push(vitest('e2e', { minutes: 20, cores: 0.5, needs: ['demo world'], env: world }))
  }
  if (specs.length > 0 && has('e2e/ui/**/*.spec.ts')) steps.push(browser())
  return steps
}
