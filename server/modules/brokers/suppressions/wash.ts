import type { washNumbers } from '#contract/brokers.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid } from '#server/platform/errors.ts'
import { decode } from '../imports/decode-text.rules.ts'
import { readTable, UnreadableTable } from '../imports/read-csv.rules.ts'
import type { Upload } from '../imports/receive-csv.ts'
import { storeWashes } from './suppressions.store.ts'
import { findWashColumns, readWash, type WashColumns } from './wash.rules.ts'

type Answer = ReturnsOf<typeof washNumbers>

/** The answer names this many rejected rows; whoever has more has the wrong file. */
const SHOWN_REJECTED = 1000

/** Takes in the answers of the Do Not Call Register. @throws AppError forbidden, invalid with what to do */
export async function washNumbersFrom(ctx: Ctx, upload: Upload): Promise<Answer> {
  authorise(ctx, 'suppressions.wash')
  const decoded = decode(upload.bytes)
  if (!decoded.ok) throw invalid({ file: decoded.reason })
  const today = sydneyDate(ctx.now())
  return ctx.tx(async (tx) => {
    const answer = await storeAnswers(tx, decoded.text, today)
    if (answer.rows === 0) throw invalid({ file: 'The file has headers but no rows.' })
    const { rejected, ...counts } = answer
    await audit(tx, {
      action: 'suppressions.washed',
      subjectType: 'wash',
      after: { filename: upload.filename, ...counts, rejected: rejected.length },
    })
    tx.changed('suppressions', 'brokers')
    return answer
  })
}

async function storeAnswers(tx: Ctx, text: string, today: string): Promise<Answer> {
  const answer: Answer = { rows: 0, listed: 0, notListed: 0, rejected: [] }
  const by = tx.actor.kind === 'staff' ? tx.actor.userId : null
  let places: WashColumns = { phone: 0, listed: 1, washedOn: 2 }
  try {
    await readTable(
      text,
      ({ columns }) => {
        places = placesIn(columns)
      },
      async (rows) => {
        const read = rows.map(({ row, cells }) => ({ row, ...readWash(cells, places, today) }))
        const washes = read.flatMap((one) => (one.ok ? [one.wash] : []))
        answer.rows += rows.length
        answer.listed += washes.filter(({ listed }) => listed).length
        answer.notListed += washes.filter(({ listed }) => !listed).length
        const rejected = read.flatMap((one) =>
          one.ok ? [] : [{ row: one.row, value: one.value, reason: one.reason }],
        )
        answer.rejected = [...answer.rejected, ...rejected].slice(0, SHOWN_REJECTED)
        await storeWashes(tx, washes, by)
      },
    )
  } catch (error) {
    throw error instanceof UnreadableTable ? invalid({ file: error.message }) : error
  }
  return answer
}

function placesIn(columns: readonly string[]): WashColumns {
  const places = findWashColumns(columns)
  if ('missing' in places) {
    throw invalid({
      file: `The file has no column ${places.missing.join(', ')}. It needs the columns phone, listed and washed_on.`,
    })
  }
  return places
}
