import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatAgeKey, generateAgeKey } from '#server/platform/crypto/age.ts'
import { type Connection, connect } from '#server/platform/db/database.ts'
import type { DB } from '#server/schema.gen.ts'
import { vaultKeySource } from '#server/secrets.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import { openVaultKeys } from './vault-keys.ts'

let database: TestDatabase
let connection: Connection<DB>
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect<DB>(database.url, 5, () => undefined)
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})
beforeEach(async () => {
  await connection.db.deleteFrom('vaultFiles').execute()
  await connection.db.deleteFrom('vaultKeys').execute()
  dataDir = await mkdtemp(join(tmpdir(), 'keys-'))
  return () => rm(dataDir, { recursive: true, force: true })
})

const open = (vaultKey: { text: string } | { file: string } | null = null) =>
  openVaultKeys(connection.db, vaultKeySource({ vaultKey, dataDir }))
const known = () => connection.db.selectFrom('vaultKeys').select('recipient').orderBy('id').execute()

describe('the key of a local installation', () => {
  // Covers: vault-file-store-6
  it('is made once, in the format of age, for its owner only', async () => {
    const first = await open()
    const path = join(dataDir, 'vault.key')
    const text = await readFile(path, 'utf8')
    expect(text).toMatch(/^# created: \S+\n# public key: age1[a-z0-9]{58}\nAGE-SECRET-KEY-1[A-Z0-9]{58}\n$/)
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600')
    expect(text).toContain(first.current.recipient)
    expect(await known()).toEqual([{ recipient: first.current.recipient }])
    const again = await open()
    expect([again.current, again.identities]).toEqual([first.current, first.identities])
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  // Covers: vault-file-store-7
  it('that was lost is asked for, and no other is made in its place', async () => {
    const { current } = await open()
    await rm(join(dataDir, 'vault.key'))
    await expect(open()).rejects.toThrow(
      `${dataDir}/vault.key is missing the key of this database's vault (${current.recipient}): put that key back. Nothing was changed.`,
    )
    expect(await readdir(dataDir)).toEqual([])
  })

  // Covers: vault-file-store-7
  it('that belongs to another database is told, and touches nothing', async () => {
    const { current } = await open()
    const other = formatAgeKey(await generateAgeKey(), new Date())
    await writeFile(join(dataDir, 'vault.key'), other)
    await expect(open()).rejects.toThrow(
      `holds another key than this database's vault (${current.recipient})`,
    )
    expect(await known()).toEqual([{ recipient: current.recipient }])
    expect(await readFile(join(dataDir, 'vault.key'), 'utf8')).toBe(other)
  })
})

describe('a new key of a local installation', () => {
  const rotate = async (keys: Awaited<ReturnType<typeof open>>) => {
    const made = await connection.db.transaction().execute((trx) => keys.rotate(trx))
    expect(await keys.refresh()).toEqual(made)
    return made
  }
  const keyFile = () => readFile(join(dataDir, 'vault.key'), 'utf8')

  // Covers: vault-file-store-8
  it('stands before the others in the file, and is the current one from then on', async () => {
    const keys = await open()
    const before = { key: keys.current, text: await keyFile() }
    expect(keys.rotationRefusal).toBeNull()
    const made = await rotate(keys)
    expect(made.recipient).not.toBe(before.key.recipient)
    const text = await keyFile()
    expect(text.endsWith(before.text)).toBe(true)
    expect(text).toMatch(new RegExp(`^# created: \\S+\n# public key: ${made.recipient}\nAGE-SECRET-KEY-1`))
    expect(((await stat(join(dataDir, 'vault.key'))).mode & 0o777).toString(8)).toBe('600')
    expect(await readdir(dataDir)).toEqual(['vault.key'])
    expect(keys.identities).toHaveLength(2)
    const again = await open()
    expect([again.current, again.identities]).toEqual([made, keys.identities])
    expect(await keys.readIdentities()).toEqual(keys.identities)
  })

  // Covers: vault-file-store-9
  it('that was made but never listed, as by a kill in between, is the one that is taken', async () => {
    const keys = await open()
    const failing = connection.db.transaction().execute(async (trx) => {
      await keys.rotate(trx)
      throw new Error('killed')
    })
    await expect(failing).rejects.toThrow('killed')
    const text = await keyFile()
    expect(await known()).toHaveLength(1)
    const made = await rotate(keys)
    expect(await keyFile()).toBe(text)
    expect(text).toContain(made.recipient)
  })

  // Covers: vault-file-store-11
  it('outlives the old one, which is forgotten a while after it was retired, unless a file needs it', async () => {
    const keys = await open()
    const old = keys.current
    const made = await rotate(keys)
    const tomorrow = new Date(Date.now() + 86_400_000)
    expect(await keys.prune(tomorrow)).toBe(0)
    const retire = (retiredAt: Date | null) =>
      connection.db.updateTable('vaultKeys').set({ retiredAt }).where('id', '=', old.id).execute()
    await retire(new Date())
    const values = { filename: 'a.pdf', mediaType: 'application/pdf', bytes: 1, sha256: Buffer.alloc(32) }
    const late = { ...values, keyId: old.id, storageName: 'late.age' }
    await connection.db.insertInto('vaultFiles').values(late).execute()
    expect(await keys.prune(tomorrow)).toBe(0)
    // The retired key is still required at the start.
    const text = await keyFile()
    await writeFile(join(dataDir, 'vault.key'), text.slice(0, text.indexOf('# created', 10)))
    await expect(open()).rejects.toThrow(old.recipient)
    await writeFile(join(dataDir, 'vault.key'), text)
    await connection.db.deleteFrom('vaultFiles').execute()
    expect(await keys.prune(new Date(Date.now() - 86_400_000))).toBe(0)
    expect(await keys.prune(tomorrow)).toBe(1)
    expect(keys.identities).toHaveLength(1)
    expect(await keyFile()).toMatch(
      new RegExp(`^# created: \\S+\n# public key: ${made.recipient}\nAGE-SECRET-KEY-1\\S+\n$`),
    )
    expect((await open()).current).toEqual(made)
  })
})

it('a new key and the forgetting of old ones at the same time keep what is needed', async () => {
  const keys = await open()
  for (let round = 0; round < 5; round++) {
    const old = keys.current
    await connection.db.transaction().execute((trx) => keys.rotate(trx))
    await keys.refresh()
    await connection.db
      .updateTable('vaultKeys')
      .set({ retiredAt: new Date(0) })
      .where('id', '=', old.id)
      .execute()
    const [made, forgotten] = await Promise.all([
      connection.db.transaction().execute((trx) => keys.rotate(trx)),
      keys.prune(new Date()),
    ])
    expect(forgotten).toBe(1)
    expect(await keys.refresh()).toEqual(made)
    const text = await readFile(join(dataDir, 'vault.key'), 'utf8')
    expect([text.includes(made.recipient), text.includes(old.recipient)]).toEqual([true, false])
  }
})

describe('a key that is configured', () => {
  it('is taken as text or from a file, and none is made', async () => {
    const key = await generateAgeKey()
    const file = join(dataDir, 'elsewhere.key')
    await writeFile(file, formatAgeKey(key, new Date()))
    const expected = { recipient: key.recipient }
    expect((await open({ text: key.identity })).current).toMatchObject(expected)
    expect((await open({ text: `# a comment\n\n ${key.identity} \r\n` })).current).toMatchObject(expected)
    expect((await open({ file })).current).toMatchObject(expected)
    expect(await readdir(dataDir)).toEqual(['elsewhere.key'])
  })

  it('may stand beside older ones: all of them open files, and the newest known one closes them', async () => {
    const [older, newer] = [await generateAgeKey(), await generateAgeKey()]
    await open({ text: older.identity })
    await connection.db.insertInto('vaultKeys').values({ recipient: newer.recipient }).execute()
    const keys = await open({ text: `${newer.identity}\n${older.identity}` })
    expect(keys.current.recipient).toBe(newer.recipient)
    expect(keys.identities).toEqual([newer.identity, older.identity])
    // while files may still need the older one, it cannot be left out
    await expect(open({ text: newer.identity })).rejects.toThrow(older.recipient)
    await connection.db
      .updateTable('vaultKeys')
      .set({ retiredAt: new Date() })
      .where('recipient', '=', older.recipient)
      .execute()
    expect((await open({ text: newer.identity })).current.recipient).toBe(newer.recipient)
  })

  // Covers: vault-file-store-10
  it('that is new becomes the current one by standing first, wherever a process has it already', async () => {
    const [older, newer] = [await generateAgeKey(), await generateAgeKey()]
    const running = await open({ text: older.identity })
    expect(running.rotationRefusal).toContain('Put a new identity before the present one there and restart')
    await expect(running.rotate(connection.db)).rejects.toThrow('keys come from outside')
    // first everywhere as the second: nothing changes
    const prepared = await open({ text: `${older.identity}, ${newer.identity}` })
    expect(prepared.current).toEqual(running.current)
    expect(await known()).toHaveLength(1)
    const first = await open({ text: `${newer.identity},${older.identity}` })
    expect(first.current.recipient).toBe(newer.recipient)
    expect(await known()).toEqual([{ recipient: older.recipient }, { recipient: newer.recipient }])
    // a process with the key switches to it; others keep their current one
    expect(await prepared.refresh()).toEqual(first.current)
    expect((await running.refresh()).recipient).toBe(older.recipient)
    // A process with both identities in the opposite order does not revert the current key.
    expect((await open({ text: `${older.identity}\n${newer.identity}` })).current).toEqual(first.current)
  })

  it('in a file that got a new one is read again where a process needs it', async () => {
    const [older, newer] = [await generateAgeKey(), await generateAgeKey()]
    const file = join(dataDir, 'mounted.key')
    await writeFile(file, formatAgeKey(older, new Date()))
    const running = await open({ file })
    await writeFile(file, formatAgeKey(newer, new Date()) + formatAgeKey(older, new Date()))
    const started = await open({ file })
    expect(await running.refresh()).toEqual(started.current)
    expect(running.identities).toEqual([newer.identity, older.identity])
  })

  // Covers: vault-file-store-10
  it('without one that files need is refused, though another stands first', async () => {
    const [older, newer] = [await generateAgeKey(), await generateAgeKey()]
    await open({ text: older.identity })
    await expect(open({ text: newer.identity })).rejects.toThrow('holds another key than')
    expect(await known()).toEqual([{ recipient: older.recipient }])
  })

  // Covers: vault-file-store-7
  it.each([
    'hunter2',
    'AGE-SECRET-KEY-1HUNTER2',
    '# only a comment',
    'age1hunter2',
  ])('that reads %j is refused in one line that does not repeat it', async (text) => {
    const line =
      /^VAULT_KEY is wrong: it should be an age identity \(AGE-SECRET-KEY-1…\) as age-keygen writes it, but has (?!.*hunter2)/i
    await expect(open({ text })).rejects.toThrow(line)
    expect(await known()).toEqual([])
  })

  it('in a file that is not there is named', async () => {
    await expect(open({ file: '/nowhere/vault.key' })).rejects.toThrow(
      'VAULT_KEY_FILE /nowhere/vault.key cannot be read',
    )
  })

  it('is written down once by processes that start at once, and another one is refused', async () => {
    const [key, other] = [await generateAgeKey(), await generateAgeKey()]
    const opened = await Promise.all([1, 2, 3].map(() => open({ text: key.identity })))
    expect(new Set(opened.map(({ current }) => current.id)).size).toBe(1)
    await connection.db.deleteFrom('vaultKeys').execute()
    const mixed = await Promise.allSettled([open({ text: key.identity }), open({ text: other.identity })])
    expect(mixed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await known()).toHaveLength(1)
  })
})
