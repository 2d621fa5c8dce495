import type { ReturnsOf } from '#contract/endpoint.ts'
import type { washNumbers } from '#contract/suppressions.ts'
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

type WashSummary = ReturnsOf<typeof washNumbers>

/** The most rejected rows listed in the response; a file with more is the wrong file. */
const SHOWN_REJECTED = 1000

/** Imports wash results of the Do Not Call Register. @throws AppError forbidden, invalid with what to do */
export async function washNumbersFrom(ctx: Ctx, upload: Upload): Promise<WashSummary> {
  authorise(ctx, 'suppressions.wash')
  const decoded = decode(upload.bytes)
  if (!decoded.ok) throw invalid({ file: decoded.reason })
  const today = sydneyDate(ctx.now())
  return ctx.tx(async (tx) => {
    const summary = await storeResults(tx, decoded.text, today)
    if (summary.rows === 0) throw invalid({ file: 'The file has headers but no rows.' })
    const { rejected, ...counts } = summary
    await audit(tx, {
      action: 'suppressions.washed',
      subjectType: 'wash',
      after: { filename: upload.filename, ...counts, rejected: rejected.length },
    })
    tx.changed('suppressions', 'brokers')
    return summary
  })
}

async function storeResults(tx: Ctx, text: string, today: string): Promise<WashSummary> {
  const summary: WashSummary = { rows: 0, listed: 0, notListed: 0, rejected: [] }
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
        summary.rows += rows.length
        summary.listed += washes.filter(({ listed }) => listed).length
        summary.notListed += washes.filter(({ listed }) => !listed).length
        const rejected = read.flatMap((one) =>
          one.ok ? [] : [{ row: one.row, value: one.value, reason: one.reason }],
        )
        summary.rejected = [...summary.rejected, ...rejected].slice(0, SHOWN_REJECTED)
        await storeWashes(tx, washes, by)
      },
    )
  } catch (error) {
    throw error instanceof UnreadableTable ? invalid({ file: error.message }) : error
  }
  return summary
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
