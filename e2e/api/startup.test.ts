import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiled, type RunningServer, startServer } from '#test/product/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts the product with these variables and waits until it gives up. */
async function startInVain(env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    // any port: a server of the developer's own may have the usual one
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...compiled(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    ended.stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    ended.stderr += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { ...ended, code }
}

function expectOneLine(ended: Ended, line: RegExp): void {
  expect(ended.stderr.trimEnd()).toMatch(line)
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(ended.stdout).toBe('')
  expect(ended.code).toBe(1)
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerline-startup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a start that cannot succeed says why in one line and ends with 1', () => {
  const secret = 'a-secret-of-more-than-thirty-two-characters'
  const vaultKey = 'AGE-SECRET-KEY-1YLH2VJXGCNWVT5MRRHKTC27KVFH0KDRSS754M8Z6W0YS07XHFKUSW25HFS'

  it.each<[Record<string, string>, RegExp]>([
    [{ PORT: 'http' }, /^PORT is wrong: it should be a whole number from 0 to 65535, not "http"\.$/],
    [{ DEMO: 'yes' }, /^DEMO is wrong: it should be one of on, off, not "yes"\.$/],
    [{ SIM_NOW: 'noon' }, /^SIM_NOW is wrong: .*2026-11-24T12:00:00\+11:00/],
    [{ PUBLIC_URL: 'brokerline' }, /^PUBLIC_URL is wrong: .*https:\/\//],
    [{ ROLE: 'worker' }, /^ROLE=worker needs DATABASE_URL/],
    [{ DATABASE_URL: 'mysql://a:hunter2@b/c' }, /^DATABASE_URL is wrong: .*postgres:\/\//],
    [{ DATABASE_URL: 'postgres://127.0.0.1/x' }, /^SESSION_SECRET is missing: /],
    [{ DATABASE_URL: 'postgres://127.0.0.1/x', SESSION_SECRET: 's'.repeat(32) }, /^VAULT_KEY is missing: /],
    [{ VAULT_KEY: 'hunter2' }, /^VAULT_KEY is wrong: it should be an age identity \(AGE-SECRET-KEY-1…\)/],
    [{ VAULT_KEY_FILE: '/nowhere/vault.key' }, /^VAULT_KEY_FILE \/nowhere\/vault.key cannot be read: /],
    [{ ADMIN_EMAIL: 'ops@example.com', ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD is wrong: .*8 characters/],
  ])('for the variables %j', async (env, line) => {
    const ended = await startInVain({ DATA_DIR: join(folder, 'variables'), ...env })
    expectOneLine(ended, line)
    expect(ended.stderr).not.toContain('hunter2')
  })

  it('for a database that nobody answers for', async () => {
    const url = 'postgres://brokerline:hunter2@127.0.0.1:1/brokerline'
    const ended = await startInVain({
      ...{ DATABASE_URL: url, SESSION_SECRET: secret, VAULT_KEY: vaultKey },
      DATA_DIR: folder,
    })
    expectOneLine(
      ended,
      /^The database of DATABASE_URL cannot be reached: .*Check address, user and password\.$/,
    )
    expect(ended.stderr).not.toContain('hunter2')
  })

  it('for a DATA_DIR that is a file, or below one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const dataDir of [file, join(file, 'below')]) {
      expectOneLine(await startInVain({ DATA_DIR: dataDir }), /^DATA_DIR \S+file/)
    }
  })

  it('for a DATA_DIR that may not be written to', async () => {
    const locked = join(folder, 'locked')
    // not even root may write there
    const nobodys = process.platform === 'linux' ? '/sys/brokerline' : '/brokerline'
    expectOneLine(await startInVain({ DATA_DIR: nobodys }), /^DATA_DIR \S+brokerline /)
    if (process.getuid?.() === 0) return
    await mkdir(locked)
    await chmod(locked, 0o555)
    expectOneLine(
      await startInVain({ DATA_DIR: locked }),
      /^Cannot use \S+locked\S* \(EACCES\): no write access/,
    )
  })
})

describe('a running installation', () => {
  let server: RunningServer
  let dataDir: string
  beforeAll(async () => {
    dataDir = join(folder, 'data')
    server = await startServer({ dataDir })
  })
  afterAll(() => server?.stop())

  it('prints its address and the demo accounts once it is ready', () => {
    const lines = server.output().trim().split('\n')
    expect(lines[0]).toMatch(/^Brokerline 1\.0\.0 is ready: http:\/\/127\.0\.0\.1:\d+$/)
    expect(lines[1]).toBe('  admin@brokerline.example / demo-Admin-2026')
  })

  it('keeps a second process away from its folder, and goes on', async () => {
    const ended = await startInVain({ DATA_DIR: dataDir, PORT: '0' })
    expectOneLine(ended, /already running/i)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('keeps a port for itself, which the next is told with what to do', async () => {
    const { port } = new URL(server.url)
    const other = join(folder, 'other')
    const ended = await startInVain({ DATA_DIR: other, PORT: port, DEMO: 'off' })
    expectOneLine(ended, new RegExp(`^Port ${port} is taken\\. .*PORT=\\d+\\.$`))
  })

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
    expect(before).toHaveLength(3)
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
