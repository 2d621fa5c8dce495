// Plants small faults, one at a time, into the rules, stores and commands of six modules, and runs the tests that reach
// the place until one fails. Every fault in dialling permission, suppression or sign-in must be found, and most of a
// sample of the others. The sources are not changed: the tests load them with the faults planted.
//
//   npm run proofs mutations
//   MUTATIONS_COUNT=500 MUTATIONS_SEED=7 npm run proofs mutations     another sample; 0: only the marked files
//   MUTATIONS_FILES='suppressions' npm run proofs mutations           every fault of the files that match
//   MUTATIONS_SERVICES=0 npm run proofs mutations                     runs unit tests only, which is quick
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accepted } from '../mutations/accepted-survivors.ts'
import type { Planted } from '../mutations/plant.ts'
import { findReach, type Reach } from '../mutations/reach.ts'
import { SessionProcess } from '../mutations/session-process.ts'
import { everyFault, isMarked, moduleOf, root, sampleOf } from '../mutations/sources.ts'

const COUNT = Number(process.env.MUTATIONS_COUNT ?? 300)
const SEED = Number(process.env.MUTATIONS_SEED ?? 20_261_123)
const FILES = process.env.MUTATIONS_FILES
const LEAST_FOUND = 0.85
/** Number of service test files to run for one fault, the nearest first, after all unit tests that reach it. */
const MOST_SERVICES = Number(process.env.MUTATIONS_SERVICES ?? 6)
const TIMEOUT_MS = 180_000

const RESULTS = 'results'

interface Tried {
  path: string
  fault: Planted
  /** The test that found it; null: it survived. */
  found: string | null
}

// MUTATIONS_FOLDER keeps results between runs, so that only changed places are tested again
const folder = process.env.MUTATIONS_FOLDER ?? mkdtempSync(join(tmpdir(), 'mutations-'))
mkdirSync(folder, { recursive: true })
const faults = everyFault()
const session = new SessionProcess(folder)
try {
  const reach = await findReach(folder, faults, session)
  const before = resultsBefore()
  const tried: Tried[] = []
  for (const { path, fault } of chosen()) {
    const found = before.get(fault.id) ?? (await tryOne(path, fault, reach))
    appendFileSync(join(folder, RESULTS), `${JSON.stringify([fault.id, found])}\n`)
    tried.push({ path, fault, found })
    if (!found) console.log(`survived: ${described({ path, fault })}`)
    if (tried.length % 50 === 0) console.log(`… ${tried.length} tried at ${new Date().toISOString()}`)
  }
  report(tried)
} finally {
  await session.close()
  if (!process.env.MUTATIONS_FOLDER) rmSync(folder, { recursive: true, force: true })
}

/** The results of an earlier run in a kept folder; survivors are tried again. */
function resultsBefore(): Map<number, string> {
  const path = join(folder, RESULTS)
  // numbers of faults change with the sources
  if (!existsSync(path) || statSync(path).mtimeMs < statSync(join(folder, 'faults.json')).mtimeMs) {
    rmSync(path, { force: true })
    return new Map()
  }
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const results = lines.map((line) => JSON.parse(line) as [number, string | null]) // as written here
  return new Map(results.filter((result): result is [number, string] => result[1] !== null))
}

function chosen(): { path: string; fault: Planted }[] {
  const all = Object.entries(faults).flatMap(([path, own]) => own.map((fault) => ({ path, fault })))
  if (FILES) return all.filter(({ path }) => new RegExp(FILES).test(path))
  const marked = all.filter(({ path }) => isMarked(path))
  const others = all.filter(({ path }) => !isMarked(path))
  return [...marked, ...sampleOf(others, COUNT, SEED)]
}

async function tryOne(path: string, fault: Planted, { tests, took }: Reach): Promise<string | null> {
  const near = [...(tests.get(fault.id) ?? [])].sort(
    (a, b) => distance(path, a) - distance(path, b) || (took[a] ?? 0) - (took[b] ?? 0),
  )
  writeFileSync(join(folder, 'active'), String(fault.id))
  const units = near.filter((test) => !test.endsWith('.service.test.ts'))
  const services = near.filter((test) => test.endsWith('.service.test.ts')).slice(0, MOST_SERVICES)
  // two at a time, as there are two workers
  const batches = [units, ...services.map((_, at) => (at % 2 ? [] : services.slice(at, at + 2)))]
  for (const batch of batches) {
    if (batch.length === 0) continue
    const result = await session.run({ tests: batch, bail: true }, TIMEOUT_MS)
    if (!result) return 'no end'
    if (result.failed) return result.failed
  }
  return null
}

/** The file's own tests, then those of its folder, of its module, and all others. */
function distance(path: string, test: string): number {
  const name = path.replace(/\.ts$/, '')
  const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'))
  if (test.startsWith(`${name}.`)) return 0
  if (folderOf(test) === folderOf(path)) return 1
  return moduleOf(test) === moduleOf(path) ? 2 : 3
}

function codeOf(path: string, line: number): string {
  return readFileSync(`${root}${path}`, 'utf8').split('\n')[line - 1]?.trim() ?? ''
}

function described({ path, fault }: { path: string; fault: Planted }): string {
  return `${path}:${fault.line} ${fault.what} | ${codeOf(path, fault.line)}`
}

function isAccepted({ path, fault }: Tried): boolean {
  const code = codeOf(path, fault.line)
  return accepted.some((each) => each.path === path && each.code === code && each.what === fault.what)
}

function report(tried: readonly Tried[]): void {
  const survived = tried.filter((each) => !each.found)
  const open = survived.filter((each) => !isAccepted(each))
  console.log(`\n${tried.length} faults, ${tried.length - survived.length} found, by module:`)
  for (const [name, own] of Map.groupBy(tried, ({ path }) => moduleOf(path))) {
    const found = own.filter((each) => each.found).length
    console.log(`  ${name.padEnd(12)} ${found} of ${own.length}, ${percent(found, own.length)}`)
  }
  const marked = tried.filter(({ path }) => isMarked(path))
  const markedOpen = open.filter(({ path }) => isMarked(path))
  console.log(
    `marked: ${marked.filter((each) => each.found).length} of ${marked.length}, ${markedOpen.length} open`,
  )
  console.log(`survivors accepted with a reason: ${survived.length - open.length}; open: ${open.length}`)
  for (const each of open) console.log(`  ${isMarked(each.path) ? '! ' : '  '}${described(each)}`)
  const share = 1 - open.length / Math.max(1, tried.length)
  console.log(`found or accepted: ${percent(tried.length - open.length, tried.length)}`)
  if (markedOpen.length > 0 || share < LEAST_FOUND) process.exitCode = 1
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`
}
