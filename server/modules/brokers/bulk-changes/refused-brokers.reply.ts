import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { type CsvCell, inPages, sendCsv } from '#server/platform/http/csv.ts'
import { formatPhone } from '../phone.rules.ts'
import { streamRefused, viewBulkChange } from './bulk-changes.views.ts'

/** Sends the brokers that a change refused, each with the reason. @throws AppError not_found */
export async function sendRefused(ctx: Ctx, id: number, reply: FastifyReply): Promise<FastifyReply> {
  await viewBulkChange(ctx, id)
  return sendCsv(reply, {
    name: 'refused-brokers.csv',
    header: ['ID', 'Name', 'Company', 'Phone', 'Reason'],
    pages: inPages(lines(ctx, id)),
  })
}

async function* lines(ctx: Ctx, id: number): AsyncGenerator<CsvCell[]> {
  for await (const { name, company, phone, reason, ...broker } of streamRefused(ctx, id))
    yield [broker.id, name, company, phone && formatPhone(phone), reason]
}
