// `npm run names`: scores pairs of names as surveillance does. CSV with the columns schema, name1 and name2 on standard
// input; the same with a column `score` (0 to 1) on standard output. Other columns are kept.
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { stringify } from 'csv-stringify'
import { scoreNames } from '#server/modules/surveillance/names/name-score.rules.ts'

type Pair = Record<string, string>

async function* scored(rows: AsyncIterable<Pair>): AsyncGenerator<Pair> {
  let line = 1
  for await (const row of rows) {
    line++
    const { schema, name1, name2 } = row
    if (name1 === undefined || name2 === undefined) {
      throw new Error(
        `Line ${line} has no name1 or no name2. The first line has to name the columns schema,name1,name2.`,
      )
    }
    const kind = (schema ?? '').trim().toLowerCase() === 'person' ? 'person' : 'company'
    yield { ...row, score: scoreNames(kind, name1, name2).score.toFixed(4) }
  }
}

try {
  await pipeline(
    process.stdin,
    parse({ columns: true, bom: true, skip_empty_lines: true, relax_column_count: true }),
    scored,
    stringify({ header: true }),
    process.stdout,
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
