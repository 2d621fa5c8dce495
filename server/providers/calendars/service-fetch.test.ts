import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createServiceFetch, type ServiceFetch, withinMethod } from './service-fetch.ts'

// Covers: connected-services-3
describe('requests to calendar services', () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/away')
        return void response.writeHead(302, { location: 'https://example.com/' }).end()
      if (request.url === '/deep') return void response.end(`${'['.repeat(40)}${']'.repeat(40)}`)
      if (request.url === '/none') return void response.writeHead(204).end()
      if (request.url === '/large') return void response.end(Buffer.alloc(17 * 1024 * 1024, ' '))
      if (request.url === '/slow') return
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // of a TCP server
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('go to public addresses alone, unless a test double is set up', async () => {
    await expect(createServiceFetch({ allowPrivate: false })(url)).rejects.toThrow(/https/)
    await expect(createServiceFetch({ allowPrivate: false })('https://127.0.0.1/')).rejects.toThrow(
      /open internet/,
    )
    expect(await (await createServiceFetch({ allowPrivate: true })(url)).json()).toEqual({ ok: true })
  })

  it('follow no redirect, and refuse answers that are too large or too deep', async () => {
    const fetch = createServiceFetch({ allowPrivate: true })
    expect((await fetch(`${url}/away`)).status).toBe(302)
    expect((await fetch(`${url}/none`)).status).toBe(204)
    await expect(fetch(`${url}/deep`)).rejects.toThrow(/too much data/)
    await expect(fetch(`${url}/large`)).rejects.toThrow(/more than 16 MB/)
  })

  it('end in time, each and together', async () => {
    const fetch = createServiceFetch({ allowPrivate: true })
    await expect(fetch(`${url}/slow`, { timeoutMs: 50 })).rejects.toThrow(/too long/)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const parts = { fetch: vi.fn<ServiceFetch>(async () => new Response('{}')) }
      const within = withinMethod(parts)
      await within.fetch(url)
      vi.setSystemTime(Date.now() + 12_000)
      await within.fetch(url)
      expect(parts.fetch.mock.calls).toMatchObject([
        [url, { timeoutMs: 10_000 }],
        [url, { timeoutMs: 3000 }],
      ])
      vi.setSystemTime(Date.now() + 4000)
      await expect(within.fetch(url)).rejects.toThrow(/too long/)
    } finally {
      vi.useRealTimers()
    }
  })
})
