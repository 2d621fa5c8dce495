import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service on loopback that keeps what it receives. */
export interface PushDouble {
  url: string
  received: Received[]
  /** Its answer to the next messages. */
  status: number
  /** The message as the device reads it: RFC 8291, one record. */
  decrypt(device: ECDH, auth: string, body: Buffer | undefined): unknown
  close(): Promise<void>
}

export async function startPushDouble(): Promise<PushDouble> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      double.received.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(double.status).end()
    })
  })
  const double: PushDouble = {
    url: '',
    received: [],
    status: 201,
    decrypt,
    async close() {
      server.closeAllConnections()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  const { port } = server.address() as AddressInfo // it listens on TCP
  double.url = `http://127.0.0.1:${port}`
  return double
}

function decrypt(device: ECDH, auth: string, body: Buffer | undefined): unknown {
  if (!body) throw new Error('no message was received')
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), sender])
  const secret = derive(device.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // the last record ends with a 2 and padding
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8'))
}
