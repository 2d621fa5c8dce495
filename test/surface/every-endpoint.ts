import { text } from 'node:stream/consumers'
import * as accounts from '#contract/accounts/accounts.ts'
import * as portalAccounts from '#contract/accounts/broker-accounts.ts'
import * as recordChanges from '#contract/accounts/record-changes.ts'
import * as bookings from '#contract/bookings/bookings.ts'
import * as suppressions from '#contract/brokers/suppressions.ts'
import * as telephony from '#contract/calls/telephony.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { liveChanges } from '#contract/system/system.ts'
import * as tasks from '#contract/tasks/tasks.ts'
import type { Client } from '../worlds/client.ts'
import { bodies, NOBODY } from './endpoint-bodies.ts'

const queries: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [bookings.availability, '?from=2030-06-01&to=2030-06-30'],
  [suppressions.removeSuppression, '?reason=Asked+by+letter'],
  [recordChanges.listRecordChanges, '?subject=campaign&id=1'],
  [telephony.getNumberNeeds, '?areaCode=02'],
])

/** These end the session that they are sent with. */
export const endsSession: readonly Endpoint[] = [
  accounts.ownAccount.endAllSessions,
  portalAccounts.brokerSignOut,
  portalAccounts.ownAccount.endAllSessions,
]

/** These need a signed-in person, although their action is a scope of API keys. */
export const forPeople: readonly Endpoint[] = [liveChanges, tasks.getTaskDigest, tasks.setTaskDigest]

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

export interface Answer {
  status: number
  body: string
}

/** Named parts of a path; all others are ids. */
const parts: Record<string, string> = { page: '1', vendor: 'twilio', topic: 'status', service: 'google' }

/** Sends a valid request to an endpoint. @param id for every part of the path that is not fixed */
export async function ask(client: Client, endpoint: Endpoint, id: number | string = NOBODY): Promise<Answer> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, part: string) => parts[part] ?? String(id))
  const url = path + (queries.get(endpoint) ?? '')
  if (endpoint.kind === 'stream') return askStream(client, url)
  const answer =
    endpoint.method === 'GET'
      ? await client.get(url)
      : await client.send(endpoint.method, url, bodies.get(endpoint))
  return { status: answer.statusCode, body: answer.body }
}

/** An event stream stays open: only its status is returned. */
async function askStream(client: Client, url: string): Promise<Answer> {
  const answer = await client.get(url, { payloadAsStream: true })
  const stream = answer.stream()
  if (answer.statusCode !== 200) return { status: answer.statusCode, body: await text(stream) }
  stream.destroy()
  return { status: 200, body: '' }
}
