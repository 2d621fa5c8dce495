import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A stand-in for clamd on the loopback address: stores INSTREAM data, and sends scripted responses. */
export interface ClamdDouble {
  port: number
  address: string
  /** Complete files, in order. */
  received: Buffer[]
  /** The response after the last chunk: `null` for none, `end` to close the connection. */
  answer: (file: Buffer) => string | null | 'end'
  /** Closes the connection after this many bytes of a file. */
  breaksAfter: number
  close(): Promise<void>
}

const COMMAND = 'zINSTREAM\0'

/** Finds the file that scanners are tested with, as clamd names it. */
const judge = (file: Buffer): string =>
  file.includes('$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!')
    ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0'
    : 'stream: OK\0'

export async function startClamd(): Promise<ClamdDouble> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => undefined))
    let waiting = Buffer.alloc(0)
    let greeted = false
    let file = Buffer.alloc(0)
    socket.on('data', (data) => {
      waiting = Buffer.concat([waiting, Buffer.from(data)])
      if (!greeted) {
        if (waiting.length < COMMAND.length) return
        if (waiting.toString('latin1', 0, COMMAND.length) !== COMMAND) return socket.end('UNKNOWN COMMAND\0')
        greeted = true
        waiting = waiting.subarray(COMMAND.length)
      }
      while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32BE(0)) {
        const length = waiting.readUInt32BE(0)
        file = Buffer.concat([file, waiting.subarray(4, 4 + length)])
        waiting = waiting.subarray(4 + length)
        if (file.length >= double.breaksAfter) return socket.destroy()
        if (length > 0) continue
        double.received.push(file)
        const said = double.answer(file)
        if (said === 'end') socket.destroy()
        else if (said !== null) socket.end(said)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const double: ClamdDouble = {
    port,
    address: `127.0.0.1:${port}`,
    received: [],
    answer: judge,
    breaksAfter: Number.POSITIVE_INFINITY,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return double
}
