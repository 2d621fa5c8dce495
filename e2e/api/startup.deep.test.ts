import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectOneLine, startInVain } from './start-in-vain.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerline-startup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a start that cannot succeed says why in one line and ends with 1', () => {
  const secret = 'a-secret-of-more-than-thirty-two-characters'
  const vaultKey = 'AGE-SECRET-KEY-1YLH2VJXGCNWVT5MRRHKTC27KVFH0KDRSS754M8Z6W0YS07XHFKUSW25HFS'

  // Covers: running-4
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

  // Covers: running-7
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

  // Covers: running-7
  it('for a DATA_DIR that is a file, or below one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const dataDir of [file, join(file, 'below')]) {
      expectOneLine(await startInVain({ DATA_DIR: dataDir }), /^DATA_DIR \S+file/)
    }
  })

  // Covers: running-7
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
