import type { FastifyReply } from 'fastify'
import { callResponseLabels, callStatusLabels, outcomeTable } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { type CsvCell, sendCsv } from '#server/platform/http/csv.ts'
import { type CallFilters, type ExportedCall, streamCalls } from './views.ts'

const columns: Record<string, (call: ExportedCall) => CsvCell> = {
  ID: (call) => call.id,
  'Created at': (call) => call.createdAt,
  Broker: (call) => call.broker?.name ?? null,
  Company: (call) => call.broker?.company ?? null,
  Region: (call) => call.broker?.region ?? null,
  Phone: (call) => formatPhone(call.phoneNumber),
  Campaign: (call) => call.campaign?.name ?? null,
  'Call status': (call) => callStatusLabels[call.status],
  Outcome: (call) => call.outcome && outcomeTable[call.outcome].label,
  Response: (call) => call.response && callResponseLabels[call.response],
  'Duration (s)': (call) => call.duration,
  'Answered at': (call) => call.callStartTime,
  'Ended at': (call) => call.callEndTime,
  'Simulated at': (call) => call.simulatedAt,
  Provider: (call) => call.provider,
  Cost: (call) => call.cost,
  Currency: (call) => call.costCurrency,
  Test: (call) => (call.test ? 'yes' : 'no'),
}

/** Sends the filtered calls as CSV, in the order on screen. */
export async function sendCalls(ctx: Ctx, filters: CallFilters, reply: FastifyReply): Promise<FastifyReply> {
  return sendCsv(reply, {
    name: 'broker-interactions.csv',
    header: Object.keys(columns),
    rows: rows(ctx, filters),
  })
}

async function* rows(ctx: Ctx, filters: CallFilters): AsyncGenerator<CsvCell[]> {
  for await (const call of streamCalls(ctx, filters)) {
    yield Object.values(columns).map((cell) => cell(call))
  }
}
