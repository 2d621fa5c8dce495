import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VaultRun, VaultStatus } from '#contract/documents/vault.ts'
import type { Ctx } from '#server/ctx.ts'
import { generateAgeKey } from '#server/platform/crypto/age.ts'
import { AppError } from '#server/platform/errors.ts'
import { continueRun, resumeRuns } from '#server/platform/runs/runs.ts'
import { createTestApp, TEST_VAULT_KEY, type TestApp, until } from '#test/test-app.ts'
import { pdf, pdfOf } from '#test/worlds/application-forms.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { lastTry, silence, waitingJobs } from '#test/worlds/runs-world.ts'
import {
  fileRow,
  keepPdf,
  latestRun,
  namedByRows,
  readFileOf,
  runThrough,
  storedNames,
} from '#test/worlds/vault-files.ts'
import { openFile } from './vault-files.ts'
import { startDueRotation, startVaultRun, vaultRun } from './vault-runs.ts'
import { viewRun } from './views.ts'

let app: TestApp
let ctx: Ctx
let staff: Ctx
let admin: Client
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rotation-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir, VAULT_KEY: '' } })
  ctx = app.ctx()
  staff = await app.staff()
  admin = await staffClient(app, 'admin')
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const status = async (): Promise<VaultStatus> => (await admin.get('/api/vault')).json()
const run = promisify(execFile)
const hasAge = run('age', ['--version']).then(
  () => true,
  () => false,
)
/** Expects that the store holds exactly the files of the rows, and that each opens with its original content. */
async function expectWhole(files: readonly { id: number; bytes: Buffer }[]): Promise<void> {
  expect(await storedNames(dataDir)).toEqual(await namedByRows(ctx))
  for (const { id, bytes } of files) expect((await readFileOf(ctx, id)).equals(bytes)).toBe(true)
}
async function keep(count: number): Promise<{ id: number; bytes: Buffer }[]> {
  const kept = []
  for (let n = 0; n < count; n++) {
    const bytes = n === 0 ? pdfOf(200_000) : pdf(`Certificate ${n}`)
    kept.push({ id: (await keepPdf(ctx, bytes)).id, bytes })
  }
  return kept
}
/** A context whose store replaces one of its functions. */
const withStore = (files: Partial<Ctx['providers']['files']>): Ctx => ({
  ...ctx,
  providers: { ...ctx.providers, files: { ...ctx.providers.files, ...files } },
})

describe('a rotation', () => {
  // Covers: vault-file-store-8
  it('closes every file anew with a new key, retires the old one, and says how far it is', async ({
    skip,
  }) => {
    const files = await keep(30)
    const before = await status()
    expect(before).toMatchObject({ files: 30, currentKeyPercent: 100, rotationRefusal: null, faults: 0 })
    const oldNames = await storedNames(dataDir)
    const answer = await admin.send('POST', '/api/vault/runs', { kind: 'rotation' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      202,
      { kind: 'rotation', status: 'running', total: 30, done: 0, startedBy: 'Test admin' },
    ])
    const again = await admin.send('POST', '/api/vault/runs', { kind: 'rotation' })
    expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
      409,
      'A rotation is already running.',
    ])
    const during = await status()
    expect([during.keys.length, during.currentKeyPercent]).toEqual([2, 0])
    expect(during.keys[0]).toMatchObject({ current: true, files: 0 })
    // files stored during the rotation use the new key
    const late = { id: (await keepPdf(ctx, pdf('Late'))).id, bytes: pdf('Late') }
    expect((await fileRow(ctx, late.id)).keyId).toBe(during.keys[0]?.id)

    await runThrough(ctx, during.runs.rotation?.id ?? 0)
    const after = await status()
    expect(after.runs.rotation).toMatchObject({ total: 30, done: 30, faults: 0, error: null })
    expect(after).toMatchObject({ files: 31, currentKeyPercent: 100, encryptedPercent: 100, keyAgeDays: 0 })
    expect(after.keys.map(({ current, files, retiredAt }) => [current, files, retiredAt !== null])).toEqual([
      [true, 31, false],
      [false, 0, true],
    ])
    await expectWhole([...files, late])
    expect((await storedNames(dataDir)).filter((name) => oldNames.includes(name))).toEqual([])
    const actions = await ctx.db.selectFrom('auditLog').select('action').orderBy('id').execute()
    expect(actions.map(({ action }) => action).filter((action) => action.startsWith('vault.'))).toEqual([
      'vault.rotation_started',
      'vault.key_retired',
      'vault.rotation_done',
    ])
    // the standard tool opens it with the file of keys, and with the newest one alone
    if (!(await hasAge)) skip()
    const [first] = files
    const path = join(dataDir, 'files', (await fileRow(ctx, first?.id ?? 0)).storageName)
    const keys = await readFile(join(dataDir, 'vault.key'), 'utf8')
    const newest = join(dataDir, 'newest.key')
    await writeFile(newest, keys.slice(0, keys.indexOf('# created', 10)))
    for (const key of [join(dataDir, 'vault.key'), newest]) {
      const plain = await run('age', ['-d', '-i', key, path], { encoding: 'buffer', maxBuffer: 1e6 })
      expect(plain.stdout.equals(first?.bytes ?? Buffer.of())).toBe(true)
    }
    await rm(newest)
  })

  // Covers: vault-file-store-8
  it('is for admins only, and nothing is shown to strangers', async () => {
    const compliance = await staffClient(app, 'compliance')
    expect((await compliance.get('/api/vault')).statusCode).toBe(200)
    expect((await compliance.send('POST', '/api/vault/runs', { kind: 'integrity' })).statusCode).toBe(403)
    expect((await (await staffClient(app, 'lender')).get('/api/vault')).statusCode).toBe(403)
    expect((await visitor(app).get('/api/vault')).statusCode).toBe(401)
    expect((await admin.send('POST', '/api/vault/runs', { kind: 'everything' })).statusCode).toBe(400)
  })

  // Covers: vault-file-store-9
  it('done by two jobs at once loses nothing and leaves nothing', async () => {
    const files = await keep(20)
    const { id: runId } = await startVaultRun(staff, 'rotation')
    await Promise.all([continueRun(ctx, vaultRun, runId), continueRun(ctx, vaultRun, runId)])
    const ended = await runThrough(ctx, runId)
    expect(ended).toMatchObject({ status: 'done', faults: 0, done: ended.total })
    expect((await status()).currentKeyPercent).toBe(100)
    await expectWhole(files)
  })

  // Covers: vault-file-store-9
  it('that nobody goes on with is taken up after a while, once', async () => {
    const files = await keep(3)
    const { id: runId } = await startVaultRun(staff, 'rotation')
    await sql`delete from graphile_worker._private_jobs`.execute(ctx.db)
    await silence(ctx, runId, 30)
    await resumeRuns(ctx)
    expect(await waitingJobs(ctx, 'documents.vault-run')).toBe(0)
    await silence(ctx, runId, 120)
    await Promise.all([resumeRuns(ctx), resumeRuns(ctx)])
    expect(await waitingJobs(ctx, 'documents.vault-run')).toBe(1)
    await runThrough(ctx, runId)
    await expectWhole(files)
  })

  // Covers: vault-file-store-9
  it('does not disturb a reader who had looked up the former name', async () => {
    const [file = { id: 0, bytes: Buffer.of() }] = await keep(1)
    let asked = 0
    const late = withStore({
      async get(name) {
        asked += 1
        if (asked === 1) {
          const { id: runId } = await startVaultRun(staff, 'rotation')
          await until('the rotation', async () => (await runThrough(ctx, runId)).status === 'done')
        }
        return ctx.providers.files.get(name)
      },
    })
    expect((await buffer((await openFile(late, file.id)).stream)).equals(file.bytes)).toBe(true)
    expect(asked).toBe(2)
  })

  // Covers: vault-file-store-9
  it('leaves a file alone that is not what it should be, and tries it again when it is', async () => {
    const [file = { id: 0, bytes: Buffer.of() }, other = file] = await keep(2)
    const { storageName, keyId } = await fileRow(ctx, file.id)
    const path = join(dataDir, 'files', storageName)
    const whole = await readFile(path)
    const broken = Buffer.from(whole)
    broken[100_000] = (broken[100_000] ?? 0) ^ 1
    await writeFile(path, broken)
    const { id } = await startVaultRun(staff, 'rotation')
    expect(await runThrough(ctx, id)).toMatchObject({ status: 'done', faults: 1 })
    expect(await fileRow(ctx, file.id)).toMatchObject({ storageName, keyId, fault: 'changed' })
    expect((await fileRow(ctx, other.id)).keyId).toBeGreaterThan(keyId)
    const after = await status()
    expect(after.faults).toBe(1)
    expect(after.currentKeyPercent).toBeLessThan(100)
    expect(after.keys.find((key) => key.id === keyId)).toMatchObject({ retiredAt: null, files: 1 })
    // the rotation is not retried automatically
    await startDueRotation(ctx)
    expect(await latestRun(ctx, 'rotation')).toBe(id)
    // its bytes are put back from somewhere
    await writeFile(path, whole)
    const check = await startVaultRun(staff, 'integrity')
    await runThrough(ctx, check.id)
    expect((await fileRow(ctx, file.id)).fault).toBeNull()
    await startDueRotation(ctx)
    const last = await latestRun(ctx, 'rotation')
    expect(last).toBeGreaterThan(id)
    expect(await runThrough(ctx, last)).toMatchObject({ status: 'done', faults: 0 })
    expect((await status()).keys.filter(({ retiredAt }) => retiredAt === null)).toHaveLength(1)
    await expectWhole([file, other])
  })

  // Covers: vault-file-store-14
  it('is held up while the store takes nothing, then given up with the reason, and goes on by itself', async () => {
    const files = await keep(3)
    const full = withStore({
      async put(name, content) {
        for await (const _ of content) {
          await ctx.providers.files.put(name, pieceOf())
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        }
      },
    })
    const { id: runId } = await startVaultRun(staff, 'rotation')
    await continueRun(full, vaultRun, runId)
    expect((await status()).runs.rotation).toMatchObject({ status: 'running', done: 0 })
    await lastTry(full, vaultRun, runId)
    expect((await status()).runs.rotation).toMatchObject({
      status: 'failed',
      error: 'There is no space left in the file store.',
    })
    // the sources are closed again: Node.js ends a process that leaks an open file
    await until('no file of the store is open', async () => (await openInStore()).length === 0)
    await expectWhole(files)
    await startDueRotation(ctx)
    const last = await latestRun(ctx, 'rotation')
    expect(last).toBeGreaterThan(runId)
    expect(await runThrough(ctx, last)).toMatchObject({ status: 'done', faults: 0 })
    await expectWhole(files)
  })
})

/** Files of the store that this process has open; empty except on Linux. */
async function openInStore(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch((): string[] => [])
  const paths = await Promise.all(
    descriptors.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')),
  )
  return paths.filter((path) => path.startsWith(join(dataDir, 'files')))
}

async function* pieceOf(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of it')
}

describe('a key that is given from outside', () => {
  // Covers: vault-file-store-10
  it('is changed by putting a new one first: the start takes it, and the rotation begins by itself', async () => {
    const own = await mkdtemp(join(tmpdir(), 'given-'))
    const env = (VAULT_KEY: string) => ({ env: { DATA_DIR: own, VAULT_KEY } })
    const first = await createTestApp(env(TEST_VAULT_KEY))
    try {
      const kept = await keepPdf(first.ctx(), pdf('Given'))
      const { rotationRefusal } = (
        await (await staffClient(first, 'admin')).get('/api/vault')
      ).json<VaultStatus>()
      expect(rotationRefusal).toContain('The key is given by VAULT_KEY. Put a new identity before')
      await expect(startVaultRun(await first.staff(), 'rotation')).rejects.toThrow(
        new AppError('rule_forbids', rotationRefusal ?? ''),
      )
      const { identity } = await generateAgeKey()
      const { databaseUrl } = first
      const second = await createTestApp({ ...env(`${identity},${TEST_VAULT_KEY}`), databaseUrl })
      await second.startWorkers()
      const ended = async (): Promise<VaultRun | null> =>
        (await (await staffClient(second, 'admin')).get('/api/vault')).json<VaultStatus>().runs.rotation
      await until('the rotation', async () => (await ended())?.status === 'done')
      expect(await ended()).toMatchObject({ total: 1, done: 1, faults: 0, startedBy: null })
      expect(await readFileOf(second.ctx(), kept.id)).toEqual(pdf('Given'))
      await second.close()
      // a process that was not given the new key reads no more of it, and does not start again
      await expect(openFile(first.ctx(), kept.id)).rejects.toThrow('cannot be opened right now')
      const { id: runId } = await first
        .ctx()
        .db.insertInto('runs')
        .values({
          kind: vaultRun.kind,
          key: 'rotation',
          input: { kind: 'rotation' },
          cursor: { after: 0 },
          total: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await lastTry(first.ctx(), vaultRun, runId)
      expect(await viewRun(first.ctx(), runId)).toMatchObject({
        status: 'failed',
        error: 'A worker does not have the vault’s newest key. Give every process all keys and restart it.',
      })
      await expect(createTestApp({ ...env(TEST_VAULT_KEY), databaseUrl })).rejects.toThrow(
        'holds another key',
      )
      // without the old one the start is fine from then on
      const third = await createTestApp({ ...env(identity), databaseUrl })
      expect(await readFileOf(third.ctx(), kept.id)).toEqual(pdf('Given'))
      await third.close()
    } finally {
      await first.close()
      await rm(own, { recursive: true, force: true })
    }
  })
})
