import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealArchive } from '#server/platform/archive/sealed-archive.ts'
import type { Part } from '#server/platform/archive/tar-parts.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { createS3Store } from '#server/providers/files/s3-store.ts'
import type { FileStore } from '#server/providers/ports/files.ts'
import { type DoubleSettings, type S3Double, startS3Double } from '#test/doubles/s3-double.ts'
import {
  type BackupWorld,
  bytesSource,
  createBackupWorld,
  createEmptyInstallation,
  type EmptyInstallation,
  fileSource,
  rowCounts,
} from '#test/worlds/backup-world.ts'
import { FORMAT } from './archive-format.rules.ts'
import { makeBackup } from './make-backup.ts'
import { restoreArchive } from './restore-archive.ts'

let world: BackupWorld
let name: string
let local: FileStore
let empty: EmptyInstallation
beforeAll(async () => {
  world = await createBackupWorld()
  local = world.app.providers.backups.store
  name = (await makeBackup(world.app.ctx(), { day: null }))?.name ?? ''
})
afterAll(() => world?.close())
beforeEach(async () => {
  empty = await createEmptyInstallation()
  return () => empty.drop()
})

const settings: DoubleSettings = {
  ...{ bucket: 'archives', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' },
}
const storeAt = (endpoint: string, more: Partial<DoubleSettings> = {}): FileStore =>
  createS3Store(
    { ...settings, ...more, endpoint },
    { warn: () => undefined, attempts: 1, answerMs: 500, prefix: 'BACKUP_' },
  )

const why = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it worked',
    (error: Error) => error.message,
  )

describe('a backup whose store fails leaves no archive, and says why', () => {
  async function backUpTo(store: FileStore): Promise<string> {
    Object.assign(world.app.providers.backups, { store })
    const said = await why(makeBackup(world.app.ctx(), { day: null }))
    Object.assign(world.app.providers.backups, { store: local })
    const row = await world.app.connection.db
      .selectFrom('backups')
      .select(['failure', 'bytes'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ failure: said, bytes: null })
    return said
  }
  const failing = (code: string): FileStore => ({
    ...local,
    put: () => Promise.reject(Object.assign(new Error(`${code}: write`), { code })),
  })

  it('a full disk, or a folder without rights', async () => {
    expect(await backUpTo(failing('ENOSPC'))).toBe(
      `There is no room for the backup in ${local.name}. Free some, then try again.`,
    )
    expect(await backUpTo(failing('EACCES'))).toBe(
      `Brokerline may not write to ${local.name}. Give its user the right to, then try again.`,
    )
    expect(await readdir(join(world.dataDir, 'backups'))).toEqual([name])
  })

  it('an S3 that refuses, answers 500, sends elsewhere, hangs or is away', async () => {
    const double = await startS3Double(settings)
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo // a TCP listener
    try {
      expect(await backUpTo(storeAt(double.url, { secretAccessKey: 'another' }))).toContain(
        'BACKUP_S3_ACCESS_KEY_ID or BACKUP_S3_SECRET_ACCESS_KEY is wrong',
      )
      expect(await backUpTo(storeAt(double.url, { bucket: 'none' }))).toContain('BACKUP_S3_BUCKET is wrong')
      const unreachable = /^The backup could not be written to bucket archives \(.+\)\. See whether the store/
      for (const status of [500, 307]) {
        double.failing = () => status
        expect(await backUpTo(storeAt(double.url)), String(status)).toMatch(unreachable)
      }
      double.failing = null
      expect(await backUpTo(storeAt(`http://127.0.0.1:${port}`))).toMatch(unreachable)
      expect(double.objects.size + double.uploads.size).toBe(0)
    } finally {
      silent.closeAllConnections()
      silent.close()
      await double.close()
    }
    expect(await backUpTo(storeAt(double.url))).toContain('could not be written to bucket archives')
  })

  it('two at once are one, and a refusal of the other', async () => {
    const both = await Promise.all([0, 1].map(() => why(makeBackup(world.app.ctx(), { day: null }))))
    expect(both.sort()).toEqual(['A backup is running already. Wait for its end.', 'it worked'])
  })
})

describe('a restore is refused with a sentence, and nothing is changed', () => {
  const refusal = async (source: Parameters<typeof restoreArchive>[0]): Promise<string> => {
    const said = await why(restoreArchive(source, empty.target(world.key.identity)))
    expect(await rowCounts(empty.database.ownerUrl ?? '')).toEqual({})
    expect(await readdir(empty.dataDir)).toEqual([])
    return said
  }

  it('of gigabytes of zeros, after the first of them', async () => {
    let read = 0
    async function* zeros(): AsyncGenerator<Uint8Array> {
      for (; read < 5000; read++) yield new Uint8Array(1024 * 1024)
    }
    expect(await refusal({ name: 'the archive', open: async () => zeros() })).toBe(
      'the archive is no backup of Brokerline. Choose another file. Nothing was changed.',
    )
    expect(read).toBeLessThan(3)
  })

  it('with content that leads outside, that no backup has, or that is missing', async () => {
    const manifest = {
      ...{ format: FORMAT, version: '1.0.0', snapshotAt: new Date().toISOString(), months: [] },
      ...{ migrations: await readMigrations(), tables: [{ name: 'brokers', columns: ['id'] }] },
      ...{ sequences: {}, vaultKeys: [], secretPrint: '' },
    }
    const end = { sums: {}, rows: {}, files: 0, missingFiles: [], vaultKeys: [] }
    const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
    async function* parts(entry: string | null): AsyncGenerator<Part> {
      yield { name: 'manifest.json', bytes: json(manifest) }
      if (entry) yield { name: `${entry}/00000`, bytes: Buffer.from('x') }
      yield { name: 'end.json', bytes: json(end) }
    }
    const archive = async (entry: string | null): Promise<ReturnType<typeof bytesSource>> => {
      const chunks: Uint8Array[] = []
      for await (const chunk of await sealArchive([world.key.recipient], parts(entry), new Date()))
        chunks.push(chunk)
      return bytesSource(Buffer.concat(chunks))
    }
    for (const entry of [
      'files/../../outside.age',
      '../outside',
      '/etc/outside',
      'files//a.age',
      'tables/users',
    ])
      expect(await refusal(await archive(entry)), entry).toBe(
        'the archive is damaged or incomplete (it holds something that no backup has). Choose another archive. Nothing was changed.',
      )
    expect(await refusal(await archive(null))).toContain('(the table brokers is missing)')
  })

  it('from an S3 that breaks off, or answers with an error', async () => {
    const double: S3Double = await startS3Double(settings)
    try {
      const bytes = await readFile(world.archivePath(name))
      double.objects.set(name, { bytes, at: new Date() })
      const source = { name, open: () => storeAt(double.url).get(name) }
      double.failing = () => 500
      expect(await refusal(source)).toMatch(/^brokerline-.+\.age cannot be read \(.+\)\. See whether/)
    } finally {
      await double.close()
    }
    const broken = {
      name: 'the archive',
      async open() {
        return (async function* () {
          yield (await readFile(world.archivePath(name))).subarray(0, 50_000)
          throw new Error('socket hang up')
        })()
      },
    }
    expect(await refusal(broken)).toBe(
      'the archive cannot be read (socket hang up). See whether it can be reached. Nothing was changed.',
    )
  })

  it('without the room for it', async () => {
    const target = { ...empty.target(world.key.identity), room: { freeBytes: 1, rows: true, files: true } }
    expect(await why(restoreArchive(fileSource(world.archivePath(name)), target))).toMatch(
      /^the archive needs about .+ GiB free\. Free some, or choose another DATA_DIR\. Nothing was changed\.$/,
    )
    expect(await rowCounts(empty.database.ownerUrl ?? '')).toEqual({})
  })

  it('while another one works', async () => {
    const source = fileSource(world.archivePath(name))
    const both = await Promise.all(
      [0, 1].map(() => why(restoreArchive(source, empty.target(world.key.identity)))),
    )
    expect(both.sort()).toEqual([
      'Another restore into this database is running. Wait for its end.',
      'it worked',
    ])
  })
})
