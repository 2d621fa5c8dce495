// Mirrors brokers and bookings to a CRM's REST API: all of them once, then each change by its webhook.
//
//   BROKERLINE_URL=https://calls.lender.example.com BROKERLINE_API_KEY=bl_live_… WEBHOOK_SECRET=whsec_… \
//   CRM_URL=https://crm.example.com/api PORT=8080 node mirror-to-crm.ts
//
// The key needs the scope admin_area.read. Subscribe the webhook to broker.changed, broker.deleted, booking.created and
// booking.changed. Every step may be repeated: records are written under their own id, so an event that arrives twice or late
// does no harm.

import { createServer, type IncomingMessage } from 'node:http'
import * as brokerline from '@brokerline/client'
import { Webhook } from 'standardwebhooks'

const { BROKERLINE_URL = '', BROKERLINE_API_KEY, WEBHOOK_SECRET = '', CRM_URL, PORT = '8080' } = process.env
const MAX_BYTES = 64 * 1024

brokerline.defaults.baseUrl = BROKERLINE_URL
brokerline.defaults.headers = { authorization: `Bearer ${BROKERLINE_API_KEY}` }

async function crm(method: 'PUT' | 'DELETE', path: string, record?: object): Promise<void> {
  const answer = await fetch(`${CRM_URL}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(record && { body: JSON.stringify(record) }),
  })
  if (!answer.ok && !(method === 'DELETE' && answer.status === 404))
    throw new Error(`${method} ${path}: ${answer.status}`)
}

/** The cursor of the next page; undefined after the last one. */
function nextCursor(headers: Headers): string | undefined {
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return next ? (new URL(next, BROKERLINE_URL).searchParams.get('cursor') ?? undefined) : undefined
}

type Broker = Extract<Awaited<ReturnType<typeof brokerline.getApiBrokersById>>, { status: 200 }>['data']

const putContact = ({
  id,
  name,
  company,
  email,
  phone,
}: Pick<Broker, 'id' | 'name' | 'company' | 'email' | 'phone'>) =>
  crm('PUT', `/contacts/${id}`, { name, company, email, phone })

interface Meeting {
  bookingId: number
  brokerId: number | null
  status: string
  scheduledDate: string
}

const putMeeting = ({ bookingId, brokerId, status, scheduledDate }: Meeting) =>
  crm('PUT', `/meetings/${bookingId}`, { contactId: brokerId, status, start: scheduledDate })

/** All brokers and bookings, page by page. */
export async function mirrorAll(): Promise<void> {
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await brokerline.getApiBrokers({ limit: 500, cursor })
    if (page.status !== 200) throw new Error(page.data.message)
    for (const broker of page.data) await putContact(broker)
    cursor = nextCursor(page.headers)
  }
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await brokerline.getApiBookings({ limit: 500, cursor })
    if (page.status !== 200) throw new Error(page.data.message)
    for (const { id, broker, status, scheduledDate } of page.data)
      await putMeeting({ bookingId: id, brokerId: broker?.id ?? null, status, scheduledDate })
    cursor = nextCursor(page.headers)
  }
}

/** One event of a webhook. Its data are ids and states; the record is read from the API. */
export async function takeEvent(event: { type: string; data: Record<string, unknown> }): Promise<void> {
  const { type, data } = event
  if (type === 'booking.created' || type === 'booking.changed') return putMeeting(data as unknown as Meeting)
  if (type === 'broker.deleted') return crm('DELETE', `/contacts/${data.brokerId}`)
  if (type !== 'broker.changed') return
  const broker = await brokerline.getApiBrokersById({ id: Number(data.brokerId) })
  if (broker.status === 200) await putContact(broker.data)
  // deleted meanwhile: its own event follows, or came before
  else if (broker.status === 404) await crm('DELETE', `/contacts/${data.brokerId}`)
  else throw new Error(broker.data.message)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const server = createServer(async (request, response) => {
  const answer = (status: number) => response.writeHead(status).end()
  try {
    const body = await bodyOf(request)
    let event: Parameters<typeof takeEvent>[0]
    try {
      const headers = request.headers as Record<string, string>
      event = new Webhook(WEBHOOK_SECRET).verify(body, headers) as typeof event
    } catch {
      return answer(401)
    }
    // answered only once the CRM has it: Brokerline sends it again otherwise
    await takeEvent(event)
    answer(204)
  } catch (error) {
    console.error(error)
    if (!response.headersSent) answer(503)
  }
})

server.listen(Number(PORT), '127.0.0.1', async () => {
  // events that arrive meanwhile are newer than what is read, or repeat it
  await mirrorAll()
  console.log('mirrored')
})
process.on('SIGTERM', () => server.close())
