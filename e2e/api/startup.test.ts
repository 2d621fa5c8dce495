import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '#test/product/server.ts'
import { expectOneLine, startInVain } from './start-in-vain.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerline-startup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a running installation', () => {
  let server: RunningServer
  let dataDir: string
  beforeAll(async () => {
    dataDir = join(folder, 'data')
    server = await startServer({ dataDir })
  })
  afterAll(() => server?.stop())

  // Covers: running-2
  it('prints its address and the demo accounts once it is ready', () => {
    const lines = server.output().trim().split('\n')
    expect(lines[0]).toMatch(/^Brokerline 1\.0\.0 is ready: http:\/\/127\.0\.0\.1:\d+$/)
    expect(lines[1]).toBe('  admin@brokerline.example / demo-Admin-2026')
  })

  // Covers: running-3
  it('keeps a second process away from its folder, and goes on', async () => {
    const ended = await startInVain({ DATA_DIR: dataDir, PORT: '0' })
    expectOneLine(ended, /already running/i)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  // Covers: running-3
  it('keeps a port for itself, which the next is told with what to do', async () => {
    const { port } = new URL(server.url)
    const other = join(folder, 'other')
    const ended = await startInVain({ DATA_DIR: other, PORT: port, DEMO: 'off' })
    expectOneLine(ended, new RegExp(`^Port ${port} is taken\\. .*PORT=\\d+\\.$`))
  })

  // Covers: running-2
  it('ends with 0 on SIGTERM, and starts warm on the same folder with what it had', async () => {
    const campaigns = async (): Promise<unknown> => {
      const body = JSON.stringify({ email: 'viewer@brokerline.example', password: 'demo-Viewer-2026' })
      const headers = { 'content-type': 'application/json' }
      const signedIn = await fetch(`${server.url}/api/login`, { method: 'POST', headers, body })
      const cookie = signedIn.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ')
      return (await fetch(`${server.url}/api/campaigns`, { headers: { cookie } })).json()
    }
    const before = await campaigns()
    expect(before).toHaveLength(6)
    await server.stop()
    expect(server.exitCode()).toBe(0)
    const start = performance.now()
    server = await startServer({ dataDir })
    const seconds = (performance.now() - start) / 1000
    console.log(`warm start: ready after ${seconds.toFixed(1)} s`)
    expect(seconds).toBeLessThan(60)
    expect(await campaigns()).toEqual(before)
  })
})
