import type { washNumbers } from '#contract/brokers/suppressions.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { openTable, type Table, type TableRow, UnreadableTable } from '#server/input/tables/read-table.ts'
import { rejectsLayout } from '#server/input/tables/rejects-columns.ts'
import { type DateColumn, dateColumn, dateNotes } from '#server/input/values/dates.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Upload } from '../imports/receive-csv.ts'
import { storeWashes } from './suppressions.store.ts'
import { findWashColumns, readWash, type WashColumns, type WashProblem, type WashRow } from './wash.rules.ts'

type WashSummary = ReturnsOf<typeof washNumbers>

/** The most rejected rows listed and sent back; a file with more is the wrong file. */
const SHOWN_REJECTED = 1000
const SENT_REJECTED = 20_000

/** Imports wash results of the Do Not Call Register. @throws AppError forbidden, invalid with what to do */
export async function washNumbersFrom(ctx: Ctx, upload: Upload): Promise<WashSummary> {
  authorise(ctx, 'suppressions.wash')
  const today = sydneyDate(ctx.now())
  return ctx.tx(async (tx) => {
    const summary = await storeResults(tx, upload.bytes, today)
    if (summary.rows === 0) throw invalid({ file: 'The file has headers but no rows.' })
    const { rows, listed, notListed, rejectedRows } = summary
    await audit(tx, {
      action: 'suppressions.washed',
      subjectType: 'wash',
      after: { filename: upload.filename, rows, listed, notListed, rejected: rejectedRows },
    })
    return summary
  })
}

async function storeResults(tx: Ctx, bytes: Buffer, today: string): Promise<WashSummary> {
  const by = tx.actor.kind === 'staff' ? tx.actor.userId : null
  try {
    const table = await openTable(bytes)
    const places = placesIn(table.columns)
    const dates = await datesOf(table, places.washedOn)
    const result = collectResults(table.columns)
    for await (const batch of table.rows()) {
      const read = batch.map((row) => ({
        ...row,
        ...readWash(row.cells, places, { today, order: dates.order }),
      }))
      for (const row of read) result.add(row)
      await storeWashes(
        tx,
        read.flatMap(({ washes }) => washes),
        by,
      )
    }
    return {
      ...result.summary(),
      notes: [...table.notes, ...dateNotes(dates, table.columns[places.washedOn])],
    }
  } catch (error) {
    throw error instanceof UnreadableTable ? invalid({ file: error.message }) : error
  }
}

async function datesOf(table: Table, place: number): Promise<DateColumn> {
  const column = dateColumn()
  for await (const batch of table.rows()) for (const { cells } of batch) column.add(cells[place] ?? '')
  return column.decide()
}

type ReadRow = TableRow & WashRow

/** Counts rows and numbers, and gathers the rejected rows. */
function collectResults(columns: readonly string[]) {
  const counts = { rows: 0, listed: 0, notListed: 0 }
  const rejected: (ReadRow & { problem: WashProblem })[] = []
  let rejectedRows = 0
  return {
    add(row: ReadRow): void {
      const { washes, problem } = row
      counts.rows++
      counts.listed += washes.filter(({ listed }) => listed).length
      counts.notListed += washes.filter(({ listed }) => !listed).length
      if (!problem) return
      rejectedRows++
      if (rejected.length < SENT_REJECTED) rejected.push({ ...row, problem })
    },
    summary(): Omit<WashSummary, 'notes'> {
      const longest = rejected.reduce((most, { cells }) => Math.max(most, cells.length), 0)
      const layout = rejectsLayout(columns, longest)
      const lines = rejected.map(({ row, cells, problem }) =>
        layout.line(cells, {
          ...problem,
          row,
          column: problem.column === 'washedOn' ? 'washed_on' : problem.column,
        }),
      )
      return {
        ...counts,
        rejectedRows,
        rejected: rejected
          .slice(0, SHOWN_REJECTED)
          .map(({ row, problem: { value, reason } }) => ({ row, value, reason })),
        rejects: { header: layout.header, rows: lines },
      }
    },
  }
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
