import type { ReturnsOf } from '#contract/endpoint.ts'
import type { washNumbers } from '#contract/suppressions.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { openTable, UnreadableTable } from '#server/input/tables/read-table.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Upload } from '../imports/receive-csv.ts'
import { storeWashes } from './suppressions.store.ts'
import { findWashColumns, readWash, type WashColumns } from './wash.rules.ts'

type WashSummary = ReturnsOf<typeof washNumbers>

/** The most rejected rows listed in the response; a file with more is the wrong file. */
const SHOWN_REJECTED = 1000

/** Imports wash results of the Do Not Call Register. @throws AppError forbidden, invalid with what to do */
export async function washNumbersFrom(ctx: Ctx, upload: Upload): Promise<WashSummary> {
  authorise(ctx, 'suppressions.wash')
  const today = sydneyDate(ctx.now())
  return ctx.tx(async (tx) => {
    const summary = await storeResults(tx, upload.bytes, today)
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

async function storeResults(tx: Ctx, bytes: Buffer, today: string): Promise<WashSummary> {
  const summary: WashSummary = { rows: 0, listed: 0, notListed: 0, rejected: [] }
  const by = tx.actor.kind === 'staff' ? tx.actor.userId : null
  try {
    const { columns, rows } = await openTable(bytes)
    const places = placesIn(columns)
    for await (const batch of rows()) {
      const read = batch.map(({ row, cells }) => ({ row, ...readWash(cells, places, today) }))
      const washes = read.flatMap((one) => (one.ok ? [one.wash] : []))
      summary.rows += batch.length
      summary.listed += washes.filter(({ listed }) => listed).length
      summary.notListed += washes.filter(({ listed }) => !listed).length
      const rejected = read.flatMap((one) =>
        one.ok ? [] : [{ row: one.row, value: one.value, reason: one.reason }],
      )
      summary.rejected = [...summary.rejected, ...rejected].slice(0, SHOWN_REJECTED)
      await storeWashes(tx, washes, by)
    }
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
