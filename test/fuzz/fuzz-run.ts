import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { endsSession, nameOf } from '../surface/every-endpoint.ts'
import { type FuzzAnswer, faultOf } from './check-answer.ts'
import { type ApiDescription, type DescribedEndpoint, describedEndpoint } from './description.ts'
import { ConnectionFault, type FuzzClient } from './fuzz-client.ts'
import { type FuzzRequest, makeRequest, type RequestSource, resourceAt, senders } from './fuzz-request.ts'
import { createKnownIds, resourceOf } from './known-ids.ts'

export interface FuzzOptions {
  client: FuzzClient
  seed: number
  /** Signs another broker in after requests have deleted or merged the previous one. */
  anotherBroker(): Promise<void>
}

export interface FuzzRun {
  source: RequestSource
  /** By endpoint, how often each status was answered. */
  tally: ReadonlyMap<string, Map<number, number>>
  /** Sends this many requests, several concurrently. @throws Error naming the first wrong response */
  send(count: number, onProgress?: (done: number) => void): Promise<void>
  /**
   * Sends the next one alone. `look` receives its response before an ended session is renewed: a deleted broker is
   * replaced by a new one. @throws as above, and errors of `look`
   */
  sendOne(look: (request: FuzzRequest, answer: FuzzAnswer) => Promise<void>): Promise<void>
  /** Sends every read. @throws Error naming the failed ones */
  readEverything(): Promise<number>
}

/** Number of concurrent requests, as from several people. */
const AT_ONCE = 6
const READ_EACH = 25
const MEMBER = /^\/api\/users\/([^/?]+)/

/** Skips requests that would remove the sender from the team, because it could send nothing more. */
function endsSender({ url, described }: FuzzRequest, staffIds: ReadonlySet<number>): boolean {
  const id = MEMBER.exec(url)?.[1]
  return (
    id !== undefined &&
    described.endpoint.method !== 'GET' &&
    staffIds.has(Number.parseInt(id.replaceAll('%3', ''), 10))
  )
}

/** Kinds of fault after which a run ends. */
const ENOUGH = 20

export async function createFuzzRun({ client, seed, anotherBroker }: FuzzOptions): Promise<FuzzRun> {
  for (const sender of senders) await client.signIn(sender)
  const answer = await client.send('visitor', { method: 'GET', url: '/api/openapi.json' })
  const description = JSON.parse(String(answer.body)) as ApiDescription
  const described = endpoints.map((endpoint) => describedEndpoint(description, endpoint))
  const ids = createKnownIds()
  const source: RequestSource = { described, ids, seed }
  let next = 0

  const tally = new Map<string, Map<number, number>>()
  const count = (name: string, status: number): void => {
    const statuses = tally.get(name) ?? new Map<number, number>()
    tally.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1))
  }
  /** The first request of each kind of fault. */
  const faults = new Map<string, string>()
  const note = (request: FuzzRequest, fault: string, body = ''): void => {
    const kind = `${nameOf(request.described.endpoint)} ${fault.slice(0, 80)}`
    if (!faults.has(kind)) faults.set(kind, wrong(request, seed, `${fault}\n${body}`))
    if (faults.size >= ENOUGH) report()
  }
  const report = (): void => {
    if (faults.size > 0) throw new Error([...faults.values()].join('\n\n'))
  }
  const deliver = async (request: FuzzRequest): Promise<FuzzAnswer> => {
    const { sender, url, headers, body, described: one } = request
    try {
      const answer = await client.send(sender, { method: one.endpoint.method, url, headers, body })
      count(nameOf(one.endpoint), answer.status)
      const fault = faultOf(request, answer)
      if (fault) note(request, fault, answer.body.toString('utf8').slice(0, 1_000))
      else learn(one.endpoint, answer)
      return answer
    } catch (error) {
      if (!(error instanceof ConnectionFault)) throw error
      note(request, error.message)
      return { status: 0, headers: {}, body: Buffer.alloc(0) }
    }
  }
  const learn = ({ path, kind }: Endpoint, { status, body }: FuzzAnswer): void => {
    if (status < 300 && kind === 'json') ids.learn(resourceOf(path), JSON.parse(String(body)))
  }
  /** Those whose session an answer has ended sign in again. */
  const renew = async (request: FuzzRequest, { status }: FuzzAnswer): Promise<void> => {
    const { sender, described: one } = request
    const isOver =
      status === 401 ||
      (status < 300 && endsSession.includes(one.endpoint)) ||
      one.endpoint.path.endsWith('/logout')
    if (!isOver || sender === 'visitor') return
    await client.signIn(sender).catch(async (error) => {
      if (sender !== 'broker') throw error
      await anotherBroker()
    })
  }
  const nextRequest = (): FuzzRequest => {
    const request = makeRequest(source, next++)
    return endsSender(request, client.staffIds) ? nextRequest() : request
  }
  const sendOne: FuzzRun['sendOne'] = async (look) => {
    const request = nextRequest()
    const answer = await deliver(request)
    report()
    await look(request, answer)
    await renew(request, answer)
  }
  const readEverything = async (): Promise<number> => {
    let read = 0
    for (const one of described) {
      if (one.endpoint.method !== 'GET' || one.endpoint.kind === 'stream') continue
      const sender = one.endpoint.access === 'broker' ? 'broker' : 'admin'
      for (const url of await addresses(one, source)) {
        const request = { number: next, described: one, sender, url, headers: {}, body: null } as const
        const { status } = await deliver(request)
        if (url === one.endpoint.path && status >= 400) note(request, `status ${status}`)
        read += 1
      }
    }
    const metrics = await client.send('visitor', { method: 'GET', url: '/metrics' })
    const leftOut = /^list_items_left_out_total\{.*$/m.exec(String(metrics.body))
    report()
    if (leftOut) throw new Error(`items were left out of lists: ${leftOut[0]} (seed ${seed})`)
    return read
  }
  await client.signIn('broker')
  for (const one of described) {
    if (one.endpoint.method !== 'GET' || one.endpoint.kind !== 'json' || one.endpoint.path.includes(':'))
      continue
    const sender = one.endpoint.access === 'broker' ? 'broker' : 'admin'
    learn(one.endpoint, await client.send(sender, { method: 'GET', url: one.endpoint.path }))
  }
  return {
    source,
    tally,
    sendOne,
    readEverything,
    async send(count, onProgress) {
      const end = next + count
      /** One after another: a request that takes its time does not hold up the others. */
      const sendInTurn = async (): Promise<void> => {
        while (next < end) {
          const request = nextRequest()
          const answer = await deliver(request)
          await renew(request, answer)
          onProgress?.(next)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn))
      report()
    },
  }
}

/** An endpoint's fixed address, or one for each collected id. */
async function addresses({ endpoint, query }: DescribedEndpoint, { ids }: RequestSource): Promise<string[]> {
  const parts = endpoint.path.split('/')
  const asked = query.properties ?? {}
  if (!endpoint.path.includes(':')) {
    // endpoints with required parameters are covered by the random requests only
    const plain = endpoint.query.safeParse({}).success ? [endpoint.path] : []
    return 'limit' in asked ? [...plain, `${endpoint.path}?limit=1000`] : plain
  }
  const at = parts.findIndex((part) => part.startsWith(':'))
  const known = ids.all(resourceAt(parts, at))
  return known
    .slice(-READ_EACH)
    .map((id) =>
      parts
        .map((part, place) => (place === at ? encodeURIComponent(String(id)) : part.replace(/^:.*/, '1')))
        .join('/'),
    )
}

function wrong(
  { number, described, sender, url, headers, body }: FuzzRequest,
  seed: number,
  fault: string,
): string {
  const sent = [
    `${sender}: ${nameOf(described.endpoint)}`,
    `${described.endpoint.method} ${url.slice(0, 2_000)}`,
    JSON.stringify(headers),
    body ? body.subarray(0, 2_000).toString('utf8') : '(no body)',
  ]
  const again = `node test/proofs/fuzz.proof.ts ${number + 1} ${seed}`
  return `request ${number} of seed ${seed}: ${fault}\n${sent.join('\n')}\nagain: ${again}`
}
