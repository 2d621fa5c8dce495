import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isDiallingHeld } from '#server/modules/calls/recovery/dialling-hold.views.ts'
import { sealArchive } from '#server/platform/archive/sealed-archive.ts'
import type { Part } from '#server/platform/archive/tar-parts.ts'
import { encryptStream, generateAgeKey } from '#server/platform/crypto/age.ts'
import { prepareDatabase } from '#server/platform/db/prepare-database.ts'
import { endRestore } from '#server/platform/db/unfinished-restore.ts'
import { createTestApp } from '#test/test-app.ts'
import { pdfOf } from '#test/worlds/application-forms.ts'
import {
  type BackupWorld,
  bytesSource,
  createBackupWorld,
  createEmptyInstallation,
  type EmptyInstallation,
  fileSource,
  rowCounts,
  schemaOf,
  withClient,
} from '#test/worlds/backup-world.ts'
import { keepPdf, readFileOf } from '#test/worlds/vault-files.ts'
import { FORMAT, LEFT_OUT } from './archive-format.rules.ts'
import { changeBackupSettings } from './change-settings.ts'
import { makeBackup } from './make-backup.ts'
import { reconcileRestore } from './reconcile-restore.ts'
import { restoreArchive } from './restore-archive.ts'
import { LIST_LAG_MS } from './restore-findings.rules.ts'
import { resumeCalls } from './resume-calls.ts'
import { runDrill } from './run-drill.ts'
import { runSchedule } from './run-schedule.ts'
import { settleRestore } from './settle-restore.ts'

const MIB = 1024 * 1024

let world: BackupWorld
let archive: string
let plain: Buffer
let fileId: number
let empty: EmptyInstallation
beforeAll(async () => {
  world = await createBackupWorld()
  const { app } = world
  const admin = await app.staff('admin')
  plain = pdfOf(5 * MIB)
  fileId = (await keepPdf(admin, plain)).id
  for (let n = 0; n < 22; n++) await keepPdf(admin, pdfOf(2_000 + n))
  await app.connection.db
    .insertInto('brokers')
    .values({ name: 'Ada\tWhit\\lock\n“é”', region: 'NSW' })
    .execute()
  const made = await makeBackup(app.ctx(), { day: null })
  archive = world.archivePath(made?.name ?? '')
})
afterAll(() => world?.close())
beforeEach(async () => {
  empty = await createEmptyInstallation()
  return () => empty.drop()
})

const tables = () => rowCounts(empty.database.ownerUrl ?? '')

describe('an archive', () => {
  // Covers: backup-restore-1, backup-restore-3
  it('brings rows, files, keys and the schema into an empty installation, which then starts', async () => {
    const { manifest, end, notes } = await restoreArchive(
      fileSource(archive),
      empty.target(world.key.identity),
    )
    expect(notes).toEqual([])
    expect(end).toMatchObject({ files: 23, missingFiles: [] })
    await expect(prepareDatabase(empty.database, { log: world.app.ctx().log })).rejects.toThrow(
      'The last restore into this database did not finish.',
    )
    let aheadMs = 0
    const restored = await createTestApp({
      databaseUrl: empty.database.url,
      env: { DATA_DIR: empty.dataDir },
      now: () => new Date(Date.now() + aheadMs),
    })
    try {
      await settleRestore(restored.ctx(), { archive: 'it', manifest })
      await withClient(empty.database.ownerUrl ?? '', (client) => endRestore(client))
      await prepareDatabase(empty.database, { log: restored.ctx().log })
      const changed = [...LEFT_OUT, 'audit_log', 'backups', 'restores']
      expect(await rowCounts(empty.database.ownerUrl ?? '', changed)).toEqual(
        await rowCounts(world.app.databaseUrl, changed),
      )
      expect((await readFileOf(restored.ctx(), fileId)).equals(plain)).toBe(true)
      const { name } = await restored.connection.db
        .selectFrom('brokers')
        .select('name')
        .executeTakeFirstOrThrow()
      expect(name).toBe('Ada\tWhit\\lock\n“é”')
      // no vendor is set up: the second look, minutes after the restore, is enough
      const admin = await restored.staff('admin')
      await reconcileRestore(restored.ctx())
      await expect(resumeCalls(admin)).rejects.toThrow('The phone providers are checked once more')
      expect(await isDiallingHeld(admin)).toBe(true)
      aheadMs = LIST_LAG_MS
      await reconcileRestore(restored.ctx())
      await resumeCalls(admin)
      expect(await isDiallingHeld(admin)).toBe(false)
      const added = await restored.connection.db
        .insertInto('brokers')
        .values({ name: 'New' })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect(added.id).toBeGreaterThan(1_000_000)
    } finally {
      await restored.close()
    }
    expect(await schemaOf(empty.database.ownerUrl ?? '')).toEqual(await schemaOf(world.app.databaseUrl))
  })

  it('goes into no database that holds tables', async () => {
    const { app, key } = world
    await expect(
      restoreArchive(fileSource(archive), {
        ...empty.target(key.identity),
        database: { url: app.databaseUrl, ownerUrl: null },
      }),
    ).rejects.toThrow('The database holds tables already.')
  })

  it('holds neither the vault’s identity nor sessions, and no part of it is legible', async () => {
    const bytes = await readFile(archive)
    expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    expect(bytes.includes('AGE-SECRET-KEY')).toBe(false)
    expect(bytes.includes('Whit')).toBe(false)
  })
})

describe('a bad archive is refused with a sentence, and nothing is changed', () => {
  const refusal = async (source: ReturnType<typeof bytesSource>, identity = world.key.identity) => {
    const error = await restoreArchive(source, empty.target(identity)).then(
      () => null,
      (thrown: Error) => thrown,
    )
    expect(await tables()).toEqual({})
    expect(await readdir(empty.dataDir)).toEqual([])
    return error?.message ?? 'it was restored'
  }

  // Covers: backup-restore-4
  it('cut off anywhere', async () => {
    const whole = await readFile(archive)
    const cuts = [0, 1, 21, 22, 100, 250, 400, 500, 70_000, whole.length - 1]
    for (let n = 0; n < 6; n++) cuts.push(Math.floor((whole.length * (n + 1)) / 7))
    for (const cut of cuts)
      expect(await refusal(bytesSource(whole.subarray(0, cut))), `cut at ${cut}`).toMatch(
        /^the archive is damaged or incomplete \(.+\)\. Choose another archive\. Nothing was changed\.$/,
      )
  })

  it('changed in one bit', async () => {
    const whole = await readFile(archive)
    for (let n = 0; n < 5; n++) {
      const changed = Buffer.from(whole)
      const at = Math.floor((whole.length * (n + 0.5)) / 5)
      changed[at] = (changed[at] ?? 0) ^ 4
      expect(await refusal(bytesSource(changed)), `changed at ${at}`).toContain('is damaged or incomplete')
    }
  })

  it('of another program, or encrypted for another key', async () => {
    const other = await generateAgeKey()
    expect(await refusal(bytesSource(randomBytes(5_000)))).toBe(
      'the archive is no backup of Brokerline. Choose another file. Nothing was changed.',
    )
    expect(await refusal(fileSource(archive), other.identity)).toContain('was encrypted for another key')
    const letter = await encryptStream(world.key.recipient, bytesOf(Buffer.from('a letter')))
    expect(await refusal({ name: 'the archive', open: async () => letter })).toMatch(
      /is encrypted by age, but is no backup|is damaged/,
    )
    const tar = await made([{ name: 'letter.txt', bytes: Buffer.from('Dear') }])
    expect(await refusal(tar)).toContain('is encrypted by age, but is no backup of Brokerline')
  })

  // Covers: backup-restore-4
  it('of a newer version, of another edition, or without the vault’s key', async () => {
    const manifest = {
      ...{
        format: FORMAT,
        version: '9.0.0',
        snapshotAt: new Date().toISOString(),
        months: [],
        sequences: {},
      },
      ...{ tables: [{ name: 'brokers', columns: ['id'] }], vaultKeys: [], secretPrint: '' },
    }
    const withMigration = (name: string) =>
      made([{ name: 'manifest.json', bytes: json({ ...manifest, migrations: [{ name, checksum: 'x' }] }) }])
    expect(await refusal(await withMigration('9999_later.sql'))).toContain(
      'was made by a newer version (9.0.0 with 9999_later.sql)',
    )
    expect(await refusal(await withMigration('0001_accounts.sql'))).toContain('was made by another edition')
    expect(
      await refusal(await made([{ name: 'manifest.json', bytes: json({ format: 'brokerline-backup/2' }) }])),
    ).toContain('which a newer version writes')
    const keyless = await restoreArchive(fileSource(archive), {
      ...empty.target(world.key.identity),
      vaultKeys: { read: async () => null },
    }).catch((error: Error) => error.message)
    expect(keyless).toMatch(/holds files that only the vault key age1\w+ opens/)
    expect(await tables()).toEqual({})
  })

  async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  async function* partsOf(parts: readonly Part[]): AsyncGenerator<Part> {
    yield* parts
  }
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
  async function made(parts: readonly Part[]): Promise<ReturnType<typeof bytesSource>> {
    const chunks: Uint8Array[] = []
    for await (const chunk of await sealArchive([world.key.recipient], partsOf(parts), new Date()))
      chunks.push(chunk)
    return bytesSource(Buffer.concat(chunks))
  }
})

describe('a restore that was interrupted', () => {
  // Covers: backup-restore-5
  it('keeps the installation from starting, and begins again from the start', async () => {
    const { key, app } = world
    let puts = 0
    const target = empty.target(key.identity)
    const dying = {
      put: async (name: string, content: AsyncIterable<Uint8Array>) => {
        puts += 1
        if (puts > 5) throw new Error('killed')
        await target.files.put(name, content)
      },
    }
    await expect(restoreArchive(fileSource(archive), { ...target, files: dying })).rejects.toThrow('killed')
    await expect(prepareDatabase(empty.database, { log: app.ctx().log })).rejects.toThrow(
      'The last restore into this database did not finish. Run "npm run restore" again; it begins from the start.',
    )
    await restoreArchive(fileSource(archive), target)
    expect((await tables()).vault_files).toBe(23)
    expect(await readdir(join(empty.dataDir, 'files'))).toHaveLength(23)
  })
})

describe('a drill', () => {
  // Covers: backup-restore-7
  it('restores the newest archive elsewhere, and stores what it compared', async () => {
    const { app } = world
    app.providers.backups.openScratch = async () => ({
      ...empty.database,
      stop: async () => undefined,
    })
    await runDrill(app.ctx())
    const row = await app.connection.db
      .selectFrom('backups')
      .select(['drillFailure', 'drillResult', 'drillIdentity'])
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ drillFailure: null, drillIdentity: null })
    expect(row.drillResult).toEqual([
      expect.stringMatching(/^[\d,]+ rows of \d+ tables and 23 files: as counted\.$/),
      expect.stringMatching(/^No figures are stored yet\.$|equal to a recount\.$/),
      '20 files of the vault: opened with the key, checksums right.',
      expect.stringMatching(/ rows of the audit log: the same, in the same order\.$/),
    ])
  })
})

describe('a backup', () => {
  const backups = () =>
    world.app.connection.db.selectFrom('backups').select(['day', 'failure', 'bytes']).orderBy('id').execute()

  // Covers: backup-restore-2
  it('that fails leaves no archive, and says why', async () => {
    const { app } = world
    const ctx = app.ctx()
    const { files } = ctx.providers
    const failing = { ...files, get: () => Promise.reject(new Error('the store is away')) }
    Object.assign(app.providers, { files: failing })
    await expect(makeBackup(ctx, { day: null })).rejects.toThrow('the store is away')
    Object.assign(app.providers, { files })
    expect(await readdir(join(world.dataDir, 'backups'))).toHaveLength(1)
    expect((await backups()).at(-1)).toMatchObject({ failure: 'the store is away', bytes: null })
  })

  // Covers: backup-restore-6
  it('of the day is made once its hour has come, by one process', async () => {
    const { app } = world
    const at = (instant: string) => ({ ...app.ctx(), now: () => new Date(instant) })
    await changeBackupSettings(await app.staff('admin'), { hour: 5 })
    const before = (await backups()).length
    await runSchedule(at('2026-11-29T17:59:00Z'))
    expect(await backups()).toHaveLength(before)
    const six = at('2026-11-29T18:00:00Z')
    await Promise.all([runSchedule(six), runSchedule(six)])
    await runSchedule(six)
    expect((await backups()).slice(before)).toMatchObject([{ day: '2026-11-30', failure: null }])
  })
})
