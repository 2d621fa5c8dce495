import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface CrmDouble {
  url: string
  /** By path, as last written. */
  records: Map<string, Record<string, unknown>>
  /** Answers the next requests with 503. */
  refuse(times: number): void
  close(): Promise<void>
}

/** A CRM with a REST API: PUT writes a record at its path, DELETE removes it. */
export async function crmDouble(): Promise<CrmDouble> {
  const records: CrmDouble['records'] = new Map()
  let refusals = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const path = request.url ?? ''
    if (refusals > 0) {
      refusals -= 1
      response.writeHead(503).end()
      return
    }
    if (request.method === 'PUT') records.set(path, JSON.parse(body))
    else records.delete(path)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    records,
    refuse(times) {
      refusals = times
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
