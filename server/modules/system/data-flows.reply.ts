import type { FastifyReply } from 'fastify'
import { type DataFlow, dataFlow } from '#contract/system/data-flows.ts'
import type { Ctx } from '#server/ctx.ts'
import { type CsvCell, sendCsv } from '#server/platform/http/csv.ts'
import { viewDataFlows } from './data-flows.views.ts'

const headers: Record<keyof DataFlow, string> = {
  service: 'Service',
  provider: 'Provider',
  receives: 'Data shared',
  place: 'Location',
  protection: 'Protection',
  outage: 'If unavailable',
  substitute: 'Alternative',
}

/** Sends the service providers of this installation as CSV. */
export async function sendDataFlows(ctx: Ctx, reply: FastifyReply): Promise<FastifyReply> {
  const names = dataFlow.keyof().options
  return sendCsv(reply, {
    name: 'service-providers.csv',
    header: names.map((name) => headers[name]),
    pages: rows(await viewDataFlows(ctx)),
  })
}

async function* rows(flows: readonly DataFlow[]): AsyncGenerator<CsvCell[][]> {
  yield flows.map((flow) => dataFlow.keyof().options.map((name) => flow[name]))
}
