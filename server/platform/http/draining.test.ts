import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { drainBeforeClose } from './draining.ts'

let server: FastifyInstance
let url: string
let endStreams: () => void
/** Lets the slow request end. */
let release: () => void
const agent = new Agent({ keepAlive: true })

beforeEach(async () => {
  endStreams = () => undefined
  server = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const draining = drainBeforeClose(server, 1, () => endStreams())
  server.get('/', async () => ({ draining: draining.hasBegun() }))
  server.get('/slow', async () => released.then(() => 'whole'))
  server.get('/stream', async (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('first')
    endStreams = () => reply.raw.end('last')
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})

afterEach(() => server.close())

async function get(path: string): Promise<{ connection: string | undefined; text(): Promise<string> }> {
  const sent = request(`${url}${path}`, { agent }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return {
    connection: answer.headers.connection,
    async text() {
      let text = ''
      for await (const part of answer) text += part
      return text
    },
  }
}

it('answers on kept and on new connections while it drains, and asks for none to be kept', async () => {
  expect(await (await get('/')).text()).toBe('{"draining":false}')
  const closed = server.close()
  const [kept, fresh] = await Promise.all([get('/'), get('/')])
  expect([kept.connection, fresh.connection]).toEqual(['close', 'close'])
  expect(await Promise.all([kept.text(), fresh.text()])).toEqual(['{"draining":true}', '{"draining":true}'])
  await closed
  await expect(get('/')).rejects.toThrow(/ECONNREFUSED/)
})

it('ends streams and answers what is under way before it closes', async () => {
  const slow = get('/slow')
  const stream = await get('/stream')
  endStreams = ((end) => () => {
    end()
    release()
  })(endStreams)
  await Promise.all([server.close(), expect(stream.text()).resolves.toBe('firstlast')])
  expect(await (await slow).text()).toBe('whole')
})

it('waits no longer than it drains for a request that does not end', async () => {
  const slow = get('/slow')
  const refused = expect(slow).rejects.toThrow(/socket hang up/)
  await get('/') // the slow one has arrived before
  await server.close()
  await refused
})
