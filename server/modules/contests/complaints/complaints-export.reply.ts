import type { FastifyReply } from 'fastify'
import {
  type Complaint,
  complaintChannelLabels,
  complaintStatusLabels,
} from '#contract/contests/complaints.ts'
import type { Ctx } from '#server/ctx.ts'
import { type CsvCell, inPages, sendCsv } from '#server/platform/http/csv.ts'
import { type ComplaintFilters, streamComplaints } from './complaints.views.ts'

const columns: Record<string, (complaint: Complaint) => CsvCell> = {
  Number: ({ id }) => id,
  Received: ({ receivedAt }) => receivedAt,
  Channel: ({ channel }) => complaintChannelLabels[channel],
  'Broker ID': ({ broker }) => broker?.id ?? null,
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Call: ({ callId }) => callId,
  Complaint: ({ words }) => words,
  'Acknowledge by': ({ acknowledgeBy }) => acknowledgeBy,
  Acknowledged: ({ acknowledgedAt }) => acknowledgedAt,
  'Acknowledged by': ({ acknowledgedAt, acknowledgedBy }) =>
    acknowledgedAt === null ? null : (acknowledgedBy ?? 'automatic email'),
  'Answer due': ({ dueOn }) => dueOn,
  Status: ({ status }) => complaintStatusLabels[status],
  Answer: ({ answer }) => answer,
  Answered: ({ answeredAt }) => answeredAt,
  'Answered by': ({ answeredBy }) => answeredBy,
}

/** The complaints with the filters of the screen. */
export function sendComplaints(
  ctx: Ctx,
  filters: ComplaintFilters,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendCsv(reply, {
    name: 'complaints.csv',
    header: Object.keys(columns),
    pages: inPages(rows(ctx, filters)),
  })
}

async function* rows(ctx: Ctx, filters: ComplaintFilters): AsyncGenerator<CsvCell[]> {
  for await (const complaint of streamComplaints(ctx, filters))
    yield Object.values(columns).map((cell) => cell(complaint))
}
