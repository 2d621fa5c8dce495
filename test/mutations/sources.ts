import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faultsIn } from './faults.ts'
import type { Planted } from './plant.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const MODULES = ['dialling', 'calls', 'bookings', 'documents', 'accounts', 'brokers']
/** Rules, stores and commands; faults in pure wiring fail in any test. */
const LEFT_OUT =
  /\.test\.ts$|(^|\/)(module|routes|jobs)\.ts$|\.(routes|reply|views)\.ts$|(^|\/)(views|demo-accounts)\.ts$/
/**
 * Files that decide who may be dialled, is suppressed or may sign in: every fault must be found. Of imports it includes
 * the rules that match rows and validate numbers, not the reading and writing of files.
 */
const MARKED =
  /dialling\/(decide|eligibility|facts|calling-window)\.rules\.ts$|brokers\/suppressions\/|imports\/(check-rows|imports|map-columns|match-brokers|plan-batch)\.rules\.ts$|accounts\/(sign-in|policy|sessions(\.store)?)\.ts$|^contract\/policy\.ts$/

export const isMarked = (path: string): boolean => MARKED.test(path)
export const moduleOf = (path: string): string => /^server\/modules\/([^/]+)\//.exec(path)?.[1] ?? 'contract'

/** Every fault of every file, numbered, by file. */
export function everyFault(): Record<string, Planted[]> {
  const paths = [
    ...globSync(`server/modules/{${MODULES}}/**/*.ts`, { cwd: root }).filter((path) => !LEFT_OUT.test(path)),
    'contract/policy.ts',
  ].sort()
  let id = 0
  return Object.fromEntries(
    paths.map((path) => {
      const source = readFileSync(`${root}${path}`, 'utf8')
      const planted = faultsIn(path, source).map((fault) => ({ ...fault, id: id++ }))
      return [path, planted]
    }),
  )
}

/** The tests that run: of the same modules, of the contract, and of every endpoint. */
export const testsNearby = (): string[] =>
  globSync(
    [`server/modules/{${MODULES}}/**/*.test.ts`, 'contract/**/*.test.ts', 'test/surface/access*.test.ts'],
    {
      cwd: root,
    },
  )

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

/** A sample of this size, chosen by the seed. */
export function sampleOf<T>(list: readonly T[], count: number, seed: number): T[] {
  const random = randomNumbers(seed)
  return list
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ item }) => item)
}
