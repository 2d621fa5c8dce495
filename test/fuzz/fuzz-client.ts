import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FuzzAnswer } from './check-answer.ts'
import type { Sender } from './fuzz-request.ts'

/** The sign-in of each sender; a sender without an entry is anonymous. */
export type Accounts = Partial<Record<Sender, { email: string; password: string }>>

export interface Sent {
  method: string
  url: string
  headers?: Record<string, string>
  body?: Buffer | null
}

/** Sends requests over kept connections, as its senders. */
export interface FuzzClient {
  /** @throws Error without a response */
  send(sender: Sender, request: Sent): Promise<FuzzAnswer>
  signIn(sender: Sender, account?: { email: string; password: string }): Promise<void>
  /** The users who send as staff. */
  staffIds: ReadonlySet<number>
  close(): void
}

/** A connection that broke, or was never answered. */
export class ConnectionFault extends Error {}

/** The sound of a long call takes its time where many processes share a core. */
const STALLED_MS = 120_000

/** Over loopback, not `inject`: a connection that is not answered, or not read to its end, shows on the next request. */
export function createFuzzClient(origin: string, accounts: Accounts): FuzzClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const proofs = new Map<Sender, Record<string, string>>()
  const { hostname, port } = new URL(origin)

  const exchange = ({ method, url, headers = {}, body = null }: Sent): Promise<FuzzAnswer> =>
    new Promise((resolve, reject) => {
      const length: Record<string, string> = body ? { 'content-length': String(body.length) } : {}
      const asked = request({ agent, hostname, port, method, path: url, headers: { ...headers, ...length } })
      const timer = setTimeout(
        () => asked.destroy(new Error(`no answer within ${STALLED_MS / 1000} s`)),
        STALLED_MS,
      )
      asked.on('error', (error) => {
        clearTimeout(timer)
        reject(new ConnectionFault(error.message))
      })
      asked.on('response', (response) => {
        const chunks: Buffer[] = []
        const finish = () => {
          clearTimeout(timer)
          const whole = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: decoded(whole, response.headers['content-encoding']),
          })
        }
        // an event stream has no end
        if (response.headers['content-type'] === 'text/event-stream') {
          finish()
          asked.destroy()
          return
        }
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', finish)
        response.on('error', (error) => reject(new ConnectionFault(error.message)))
      })
      asked.end(body ?? undefined)
    })

  const staffIds = new Set<number>()

  return {
    staffIds,
    send: (sender, sent) => exchange({ ...sent, headers: { ...proofs.get(sender), ...sent.headers } }),
    async signIn(sender, account = accounts[sender]) {
      if (!account) return
      const answer = await exchange({
        method: 'POST',
        url: sender === 'broker' ? '/api/broker/login' : '/api/login',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(account)),
      })
      if (answer.status !== 200) throw new Error(`sign-in of the ${sender}: ${answer.status} ${answer.body}`)
      if (sender === 'broker')
        proofs.set(sender, { authorization: `Bearer ${JSON.parse(String(answer.body)).token}` })
      else {
        staffIds.add(JSON.parse(String(answer.body)).id)
        proofs.set(sender, {
          cookie: (answer.headers['set-cookie'] as string[]).map((line) => line.split(';')[0]).join('; '),
        }) // Node gives a list of this one
      }
    },
    close: () => agent.destroy(),
  }
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}
