// Names: how well pairs are distinguished, compared with fuzzball and Jaro-Winkler in the same run; how many brokers
// are screened per second on one core against 60,000 rows, compared with fuzzball over the same candidates and with
// scoring every row. NAMES_PAIRS: CSV files with the columns schema,name1,name2,is_match, separated by commas; the
// project's own by default.
import { readFileSync } from 'node:fs'
import { jaroWinkler } from '@skyra/jaro-winkler'
import { parse } from 'csv-parse/sync'
import { token_set_ratio, WRatio } from 'fuzzball'
import { createNameIndex } from '#server/modules/surveillance/names/name-index.rules.ts'
import { scoreNames, WORKING_CUTOFF } from '#server/modules/surveillance/names/name-score.rules.ts'
import { nameWorld } from '#test/worlds/name-world.ts'

interface Judged {
  score: number
  same: boolean
}

interface Pair {
  schema: string
  name1: string
  name2: string
  is_match: string
}

const FOLDS = 10
const scorers: Record<string, (pair: Pair) => number> = {
  Brokerline: ({ schema, name1, name2 }) =>
    scoreNames(schema === 'Person' ? 'person' : 'company', name1, name2).score,
  'fuzzball token_set_ratio': ({ name1, name2 }) => token_set_ratio(name1, name2) / 100,
  'fuzzball WRatio': ({ name1, name2 }) => WRatio(name1, name2) / 100,
  'Jaro-Winkler': ({ name1, name2 }) => jaroWinkler(name1.toLowerCase(), name2.toLowerCase()),
}

function f1(judged: readonly Judged[], cutoff: number): number {
  const hits = judged.filter(({ score, same }) => same && score >= cutoff).length
  const wrong = judged.filter(({ score, same }) => same !== score >= cutoff).length
  return hits === 0 ? 0 : (2 * hits) / (2 * hits + wrong)
}

function bestCutoff(judged: readonly Judged[]): number {
  const cutoffs = [...new Set(judged.map(({ score }) => score))]
  return cutoffs.reduce((best, cutoff) => (f1(judged, cutoff) > f1(judged, best) ? cutoff : best), 1)
}

/** Each tenth is judged by the cut-off that suits the other nine: F1 over all, and the cut-offs' mean. */
function crossValidate(judged: readonly Judged[]): { f1: number; cutoff: number } {
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const cutoff = bestCutoff(judged.filter((_, at) => at % FOLDS !== fold))
    // moved so that the fold's cut-off is the same for all
    return {
      cutoff,
      judged: judged
        .filter((_, at) => at % FOLDS === fold)
        .map((one) => ({ ...one, score: one.score >= cutoff ? 1 : 0 })),
    }
  })
  const all = folds.flatMap((fold) => fold.judged)
  return { f1: f1(all, 1), cutoff: folds.reduce((sum, { cutoff }) => sum + cutoff, 0) / FOLDS }
}

function quality(file: string): void {
  const pairs = (parse(readFileSync(file), { columns: true, bom: true }) as Pair[]).filter(
    ({ name1 }) => name1,
  )
  const groups: [string, Pair[]][] = [
    ['people', pairs.filter(({ schema }) => schema === 'Person')],
    ['companies', pairs.filter(({ schema }) => schema !== 'Person')],
  ]
  for (const [what, group] of groups) {
    if (group.length < FOLDS * 2) continue
    console.log(`${file}: ${group.length} pairs of ${what}`)
    for (const [name, score] of Object.entries(scorers)) {
      const judged = group.map((pair) => ({ score: score(pair), same: pair.is_match === 'true' }))
      const validated = crossValidate(judged)
      const own = name === 'Brokerline' ? WORKING_CUTOFF[what === 'people' ? 'person' : 'company'] : null
      const atOwn = own === null ? '' : `, ${f1(judged, own).toFixed(3)} at the working cut-off ${own}`
      console.log(
        `  ${name}: F1 ${validated.f1.toFixed(3)} cross-validated (cut-off ${validated.cutoff.toFixed(2)}), ${f1(judged, bestCutoff(judged)).toFixed(3)} at the best${atOwn}`,
      )
    }
  }
}

function perSecond(count: number, work: () => void): number {
  const begin = performance.now()
  work()
  return count / ((performance.now() - begin) / 1000)
}

function speed(rows: number): number {
  const { rows: written, brokers: queries } = nameWorld(rows, 20_000)
  const names = written.map((row) => ({ row }))
  const begin = performance.now()
  const index = createNameIndex<{ row: string }>('person', ({ row }) => row)
  index.add(names)
  const built = performance.now() - begin
  const times: number[] = []
  const own = perSecond(queries.length, () => {
    for (const query of queries) {
      const start = performance.now()
      index.search(query, WORKING_CUTOFF.person)
      times.push(performance.now() - start)
    }
  })
  const compared = index.compared / queries.length
  const some = queries.slice(0, 200)
  // fuzzball over as many candidates as were compared
  const peer = perSecond(some.length, () => {
    for (const query of some)
      for (let at = 0; at < compared; at++) token_set_ratio(query, names[at]?.row ?? '')
  })
  const few = queries.slice(0, 3)
  const every = perSecond(few.length, () => {
    for (const query of few) for (const { row } of names) scoreNames('person', query, row)
  })
  times.sort((one, other) => one - other)
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0
  console.log(
    `${rows} rows: ${Math.round(own)} brokers a second (limit 300), p95 ${p95.toFixed(2)} ms (limit 20), ${compared.toFixed(1)} compared each, index built in ${Math.round(built)} ms; fuzzball over as many candidates ${Math.round(peer)} a second, scoring every row ${every.toFixed(2)} a second`,
  )
  return own
}

for (const file of (process.env.NAMES_PAIRS ?? 'test/names/pairs.csv').split(',')) quality(file)
const small = speed(6000)
const large = speed(60_000)
console.log(`growth from 6,000 to 60,000 rows: ${(small / large).toFixed(2)} times (limit 3)`)
if (large < 300 || small / large > 3) process.exitCode = 1
