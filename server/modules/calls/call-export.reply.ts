import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import {
  type CallOutcome,
  type CallResponse,
  type CallStatus,
  callResponseLabels,
  callStatusLabels,
  outcomeTable,
} from '#contract/calls/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { type CsvCell, sendCsv } from '#server/platform/http/csv.ts'
import type { CallFilters } from './call-filters.views.ts'
import { streamCalls } from './views.ts'

interface Column {
  header: string
  /** The database's value: text, number, boolean or null. */
  value: RawBuilder<unknown>
  /** Formats a value that is not null; by default it is written as it is. */
  write?: (value: never) => CsvCell
}

const plain = (column: string): RawBuilder<unknown> => sql`${sql.ref(column)}`
const instant = (column: string): Pick<Column, 'value' | 'write'> => ({
  value: sql`${sql.ref(column)} at time zone 'UTC'`,
  write: isoOf,
})

/** As `Date.toISOString()` writes it. @param utc as JSON of PostgreSQL has it, '2026-11-24T10:00:00.5' */
function isoOf(utc: string): string {
  const point = utc.indexOf('.')
  if (point === -1) return `${utc}.000Z`
  const afterMilliseconds = point + 4
  return `${utc.slice(0, afterMilliseconds).padEnd(afterMilliseconds, '0')}Z`
}

const columns: readonly Column[] = [
  { header: 'ID', value: plain('calls.id') },
  { header: 'Created at', ...instant('calls.created_at') },
  { header: 'Broker', value: plain('brokers.name') },
  { header: 'Company', value: plain('brokers.company') },
  { header: 'Region', value: plain('brokers.region') },
  { header: 'Phone', value: plain('calls.to_number'), write: formatPhone },
  { header: 'Campaign', value: plain('campaigns.name') },
  {
    header: 'Call status',
    value: plain('calls.status'),
    write: (status: CallStatus) => callStatusLabels[status],
  },
  {
    header: 'Outcome',
    value: plain('calls.outcome'),
    write: (outcome: CallOutcome) => outcomeTable[outcome].label,
  },
  {
    header: 'Response',
    value: plain('calls.response'),
    write: (response: CallResponse) => callResponseLabels[response],
  },
  { header: 'Duration (s)', value: plain('calls.duration') },
  { header: 'Answered at', ...instant('calls.call_start_time') },
  { header: 'Ended at', ...instant('calls.call_end_time') },
  { header: 'Simulated at', ...instant('calls.simulated_at') },
  { header: 'Provider', value: plain('calls.provider') },
  // a decimal, which must not become a floating number on its way
  { header: 'Cost', value: sql`calls.cost::text` },
  { header: 'Currency', value: plain('calls.cost_currency') },
  { header: 'Test', value: plain('calls.test'), write: (isTest: boolean) => (isTest ? 'yes' : 'no') },
]

const writers = columns.flatMap(({ write }, index) => (write ? [{ write, index }] : []))

/** One row as the text of JSON: many rows are parsed together. */
const cells = sql<string>`json_build_array(${sql.join(columns.map(({ value }) => value))})::text`

/** Small enough that other requests are served in between, and that garbage is collected while it is young. */
const ROWS_WRITTEN_AT_ONCE = 250

/** Sends the filtered calls as CSV, in the order on screen. */
export async function sendCalls(ctx: Ctx, filters: CallFilters, reply: FastifyReply): Promise<FastifyReply> {
  return sendCsv(reply, {
    name: 'broker-interactions.csv',
    header: columns.map(({ header }) => header),
    pages: pages(ctx, filters),
  })
}

async function* pages(ctx: Ctx, filters: CallFilters): AsyncGenerator<CsvCell[][]> {
  for await (const rows of streamCalls(ctx, filters, cells)) {
    for (let from = 0; from < rows.length; from += ROWS_WRITTEN_AT_ONCE) {
      yield written(JSON.parse(`[${rows.slice(from, from + ROWS_WRITTEN_AT_ONCE).join()}]`))
      await setImmediate()
    }
  }
}

function written(rows: CsvCell[][]): CsvCell[][] {
  // the table's checks allow what each column writes
  for (const row of rows)
    for (const { write, index } of writers) if (row[index] !== null) row[index] = write(row[index] as never)
  return rows
}
