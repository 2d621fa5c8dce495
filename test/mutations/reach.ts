import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Planted } from './plant.ts'
import type { SessionProcess } from './session-process.ts'
import { root, testsNearby } from './sources.ts'

/** The tests that execute each fault's place. */
export interface Reach {
  /** Files of tests by fault. */
  tests: ReadonlyMap<number, ReadonlySet<string>>
  /** Milliseconds that each file takes. */
  took: Readonly<Record<string, number>>
}

const HOUR_MS = 60 * 60_000

/**
 * Runs the tests once without a fault, and notes which places each of them reaches. Of a folder that was kept only
 * those run that have changed.
 */
export async function findReach(
  folder: string,
  faults: Readonly<Record<string, readonly Planted[]>>,
  session: SessionProcess,
): Promise<Reach> {
  const [planted, notes, times] = ['faults.json', 'reached', 'took'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const text = JSON.stringify(faults)
  if (!existsSync(planted) || readFileSync(planted, 'utf8') !== text) {
    for (const path of [notes, times]) rmSync(path, { force: true })
    writeFileSync(planted, text)
  }
  const since = existsSync(times) ? statSync(times).mtimeMs : 0
  const wanted = testsNearby().filter((test) => statSync(`${root}${test}`).mtimeMs > since)
  writeFileSync(join(folder, 'active'), 'all')
  if (wanted.length > 0) {
    const first = await session.run({ tests: wanted, bail: false }, HOUR_MS)
    // on a busy machine a test may fail for another reason
    const again = first?.failedFiles ?? []
    const second = again.length > 0 ? await session.run({ tests: again, bail: false }, HOUR_MS) : first
    const result = first && second && { ...second, took: { ...first.took, ...second.took } }
    if (!result || result.failed) {
      throw new Error(`The tests fail without a fault: ${result?.failed ?? 'they do not end'}`)
    }
    appendFileSync(times, `${JSON.stringify(result.took)}\n`)
  }
  return { tests: testsByFault(notes, faults), took: Object.assign({}, ...linesOf(times)) }
}

const linesOf = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

function testsByFault(
  notes: string,
  faults: Readonly<Record<string, readonly Planted[]>>,
): Map<number, Set<string>> {
  const tests = new Map<number, Set<string>>()
  for (const { test, ids } of linesOf(notes) as { test: string; ids: number[] }[]) {
    for (const id of ids) tests.set(id, (tests.get(id) ?? new Set()).add(test.replace(root, '')))
  }
  // a module is loaded for the first test that needs it: faults evaluated then affect every test that loads the file
  for (const own of Object.values(faults)) {
    const ofFile = new Set(own.flatMap(({ id }) => [...(tests.get(id) ?? [])]))
    for (const { id, atLoad } of own) if (atLoad) tests.set(id, ofFile)
  }
  return tests
}
