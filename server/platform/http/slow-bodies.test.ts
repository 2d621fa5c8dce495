import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuseSlowBodies } from './slow-bodies.ts'

let server: FastifyInstance
let port: number
beforeEach(async () => {
  server = Fastify({ forceCloseConnections: true })
  refuseSlowBodies(server, { everyMs: 1_000, leastBytes: 100 })
  server.post('/', async ({ body }) => ({ length: JSON.stringify(body).length }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port // a TCP listener
})
afterEach(() => server.close())

/** Sends a JSON text in these pieces, with a pause before each. @returns the response */
async function send(pieces: readonly string[], pauseMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  let isOpen = true
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close').then(() => {
    isOpen = false
  })
  const length = pieces.join('').length
  socket.write(
    `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  )
  for (const piece of pieces) {
    await pause(pauseMs)
    if (!isOpen) break
    socket.write(piece)
  }
  await closed
  return answer
}

// Covers: http-conventions-2
it('ends a request whose body trickles in, and says so', async () => {
  expect(await send([...`"${'x'.repeat(200)}"`], 100)).toMatch(
    /^HTTP\/1.1 408 .*The request arrived too slowly.*"requestId":"\S+"/s,
  )
})

it('waits for a body that takes long but comes on', async () => {
  const pieces = Array.from({ length: 24 }, () => 'x'.repeat(200))
  expect(await send(['"', ...pieces, '"'], 100)).toMatch(/^HTTP\/1.1 200 .*{"length":4802}$/s)
})
