// The address at which a calendar service announces changes, as the product has it.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface NoticeReceiver {
  url: string
  announcements: { headers: IncomingHttpHeaders; body: unknown }[]
  close(): Promise<void>
}

export async function startNoticeReceiver(): Promise<NoticeReceiver> {
  const announcements: NoticeReceiver['announcements'] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const token = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams.get('validationToken')
    if (token !== null) return void response.writeHead(200, { 'content-type': 'text/plain' }).end(token)
    announcements.push({ headers: request.headers, body: body ? JSON.parse(body) : undefined })
    response.writeHead(202).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a TCP server
  return {
    url: `http://127.0.0.1:${port}/notifications`,
    announcements,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
