import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'

/**
 * The server's behaviour:
 * - `refuses`, `fails`: 400 or 500, with the whole request in the response, its headers too.
 * - `forbids`: the same with 401.
 * - `babbles`: 200, but its text is the request and not JSON.
 * - `cuts`: breaks the connection in the middle of a response that repeats the request.
 * - `resets`: breaks it immediately.
 * - `takes`: executes the request.
 */
export const moods = ['refuses', 'fails', 'forbids', 'babbles', 'cuts', 'resets', 'takes'] as const
export type Mood = (typeof moods)[number]

export type Service = 'twilio' | 'vapi' | 'bucket'

interface Asked {
  service: Service
  method: string
  path: string
  headers: string
  body: string
}

const services: readonly Service[] = ['twilio', 'vapi', 'bucket']

export interface EchoingVendor {
  url: string
  asked: Asked[]
  /** Of one of the services it plays, or of all. */
  setMood(mood: Mood, service?: Service): void
  close(): Promise<void>
}

/** Plays Twilio, Vapi and a bucket at one address, and repeats every word that it is sent, as bad servers do. */
export async function startEchoingVendor(credentials: { accountSid: string; authToken: string }) {
  const asked: Asked[] = []
  const mood: Record<Service, Mood> = { twilio: 'takes', vapi: 'takes', bucket: 'takes' }
  const server = createServer((request, response) => {
    void read(request).then((seen) => {
      asked.push(seen)
      const now = mood[seen.service]
      if (now === 'takes') json(response, ...taken(seen, credentials))
      else misbehave(response, seen, now)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a TCP server
  const vendor: EchoingVendor = {
    url: `http://127.0.0.1:${port}`,
    asked,
    setMood(next, service) {
      for (const one of services) if (!service || service === one) mood[one] = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return vendor
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding was set
  const path = request.url ?? ''
  return {
    service: /^\/(2010-04-01|v1|v2)\//.test(path) ? 'twilio' : path.startsWith('/kept') ? 'bucket' : 'vapi',
    method: request.method ?? '',
    path,
    headers: JSON.stringify(request.rawHeaders),
    body: Buffer.concat(chunks).toString('latin1'),
  }
}

function misbehave(response: ServerResponse, seen: Asked, mood: Exclude<Mood, 'takes'>): void {
  const everything = `${seen.method} ${seen.path} ${seen.headers} ${seen.body}`
  const body = {
    ...{ code: 21999, message: everything, error: everything, detail: everything, more_info: everything },
    request: seen,
  }
  if (mood === 'resets') response.destroy()
  else if (mood === 'babbles') response.writeHead(200, { 'content-type': 'text/plain' }).end(everything)
  else if (mood === 'cuts') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000_000 })
    response.write(`{"message":${JSON.stringify(everything)}`)
    setTimeout(() => response.destroy(), 10)
  } else {
    const status = { refuses: 400, fails: 500, forbids: 401 }[mood]
    json(response, status, { ...body, status, statusCode: status })
  }
}

/** Just enough of both vendors for the product to send its next request. */
function taken(
  { method, path }: Asked,
  { accountSid, authToken }: { accountSid: string; authToken: string },
): readonly [number, object] {
  const at = new Date().toISOString()
  if (path.startsWith('/kept') && method !== 'GET') return [200, {}]
  const sid = (prefix: string) => prefix + randomUUID().replaceAll('-', '')
  if (method === 'POST' && path.includes('/Calls'))
    return [201, { sid: sid('CA'), status: 'queued', account_sid: accountSid }]
  if (method === 'POST' && path.includes('/Messages'))
    return [201, { sid: sid('SM'), status: 'queued', account_sid: accountSid }]
  // Twilio returns the token itself to clients with access to the account
  if (path.includes(`/Accounts/${accountSid}.json`))
    return [200, { sid: accountSid, auth_token: authToken, status: 'active', type: 'Full' }]
  if (path.startsWith('/phone-number') && method === 'GET') return [200, []]
  if (path.startsWith('/call') && method === 'POST')
    return [201, { id: randomUUID(), orgId: 'org', status: 'queued', createdAt: at, updatedAt: at }]
  return [404, { code: 20404, message: 'not played here', status: 404, statusCode: 404 }]
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A mail server that refuses every sign-in and repeats its credentials, plain and encoded. */
export async function startEchoingMailServer(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.write('220 mail.example.com ESMTP\r\n')
    socket.setEncoding('utf8').on('data', (line: string) => {
      const words = line.trim()
      if (/^EHLO/i.test(words)) socket.write('250-mail.example.com\r\n250 AUTH PLAIN LOGIN\r\n')
      else if (/^AUTH/i.test(words)) {
        const given = words.split(' ').at(-1) ?? ''
        socket.write(`535 5.7.8 ${words} is ${Buffer.from(given, 'base64').toString('utf8')}\r\n`)
      } else if (/^QUIT/i.test(words)) socket.end('221 bye\r\n')
      else socket.write(`500 ${words}\r\n`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a TCP server
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
