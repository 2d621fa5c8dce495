import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { VaultStatus } from '#contract/documents/vault.ts'
import type { Ctx } from '#server/ctx.ts'
import { encryptStream, generateAgeKey } from '#server/platform/crypto/age.ts'
import { continueRun } from '#server/platform/runs/runs.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { pdf, pdfOf } from '#test/worlds/application-forms.ts'
import { lastTry } from '#test/worlds/runs-world.ts'
import { checkNow, fileRow, keepPdf, latestRun, pieces, runThrough } from '#test/worlds/vault-files.ts'
import { releaseFiles } from './vault-files.ts'
import { startPeriodic, vaultRun } from './vault-runs.ts'
import { viewStatus } from './views.ts'

let app: TestApp
let ctx: Ctx
let staff: Ctx
let dataDir: string
let now = new Date('2026-11-21T02:00:00Z')
const DAY = 86_400_000
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'integrity-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir, VAULT_KEY: '' }, now: () => now })
  ctx = app.ctx()
  staff = await app.staff('compliance')
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  now = new Date(now.getTime() + DAY)
  await ctx.db.deleteFrom('vaultFiles').execute()
  await ctx.db.deleteFrom('runs').execute()
  await rm(join(dataDir, 'files'), { recursive: true, force: true })
})

const status = (): Promise<VaultStatus> => viewStatus(staff)
const pathOf = async (id: number): Promise<string> =>
  join(dataDir, 'files', (await fileRow(ctx, id)).storageName)
const idOf = async (bytes: Buffer): Promise<number> => (await keepPdf(ctx, bytes)).id
const audited = async (action: string) =>
  ctx.db
    .selectFrom('auditLog')
    .select(['subjectId', 'after'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()

describe('the vault’s status', () => {
  it('of an empty vault claims nothing', async () => {
    expect(await status()).toMatchObject({
      files: 0,
      bytes: 0,
      encryptedPercent: null,
      faults: 0,
      verifiedSince: null,
      runs: { rotation: null, integrity: null, restoreTest: null },
    })
  })
})

describe('an integrity check', () => {
  // Covers: vault-file-store-12
  it('reads every file to its end, and says since when all were whole', async () => {
    const came = now
    const id = await idOf(pdfOf(300_000))
    await idOf(pdf())
    expect(await status()).toMatchObject({ files: 2, verifiedSince: came.toISOString() })
    now = new Date(came.getTime() + 3 * DAY)
    expect(await checkNow(ctx, 'integrity')).toMatchObject({ status: 'done', total: 2, done: 2, faults: 0 })
    expect((await fileRow(ctx, id)).verifiedAt).toEqual(now)
    expect(await status()).toMatchObject({ verifiedSince: now.toISOString(), encryptedPercent: 100 })
  })

  // Covers: vault-file-store-12
  it('finds what is gone, what no key opens, what was changed, and what is not encrypted at all', async () => {
    const files = {
      gone: await idOf(pdf('Gone')),
      cut: await idOf(pdfOf(200_000)),
      flipped: await idOf(pdfOf(200_000)),
      swapped: await idOf(pdf('Swapped')),
      foreign: await idOf(pdf('Foreign')),
      bare: await idOf(pdf('Bare')),
      empty: await idOf(pdf('Empty')),
    }
    for (const text of ['Whole', 'Whole too']) await idOf(pdf(text))
    const paths = Object.fromEntries(
      await Promise.all(Object.entries(files).map(async ([name, id]) => [name, await pathOf(id)])),
    ) as Record<keyof typeof files, string> // the keys of the literal above
    const kept = join(dataDir, 'kept')
    await rename(paths.gone, kept)
    await writeFile(paths.cut, (await readFile(paths.cut)).subarray(0, 100_000))
    const flipped = await readFile(paths.flipped)
    flipped[150_000] = (flipped[150_000] ?? 0) ^ 1
    await writeFile(paths.flipped, flipped)
    // a whole file of the vault, but another one
    await copyFile(paths.foreign, paths.swapped)
    const stranger = await generateAgeKey()
    await writeFile(paths.foreign, await encryptStream(stranger.recipient, pieces(pdf('Foreign'))))
    await writeFile(paths.bare, pdf('Bare'))
    await writeFile(paths.empty, '')
    const came = now
    now = new Date(came.getTime() + DAY)
    expect(await checkNow(ctx, 'integrity')).toMatchObject({ status: 'done', total: 9, done: 9, faults: 7 })
    const faults = await Promise.all(
      Object.entries(files).map(async ([name, id]) => [name, (await fileRow(ctx, id)).fault]),
    )
    expect(Object.fromEntries(faults)).toEqual({
      gone: 'missing',
      cut: 'changed',
      flipped: 'changed',
      swapped: 'changed',
      foreign: 'unreadable',
      bare: 'unreadable',
      empty: 'unreadable',
    })
    // of nine, one is not encrypted; the empty and the missing one keep their former result
    expect(await status()).toMatchObject({
      faults: 7,
      encryptedPercent: 88.8,
      verifiedSince: came.toISOString(),
    })
    expect(await audited('vault.fault_found')).toHaveLength(7)
    // the next check does not report a fault again; a restored file is whole again
    now = new Date(now.getTime() + DAY)
    await rename(kept, paths.gone)
    expect(await checkNow(ctx, 'integrity')).toMatchObject({ faults: 6 })
    expect(await audited('vault.fault_found')).toHaveLength(7)
    expect(await audited('vault.fault_gone')).toMatchObject([{ subjectId: String(files.gone) }])
    await ctx.tx((tx) => releaseFiles(tx, Object.values(files)))
    expect(await status()).toMatchObject({ files: 2, faults: 0, encryptedPercent: 100 })
  })

  // Covers: vault-file-store-12
  it('does not take for missing what is given up while it reads', async () => {
    const [id] = [await idOf(pdf()), await idOf(pdf())]
    const found = (await audited('vault.fault_found')).length
    const { files } = ctx.providers
    const giving: Ctx = {
      ...ctx,
      providers: {
        ...ctx.providers,
        files: {
          ...files,
          async get(name) {
            if (name === (await fileRow(ctx, id)).storageName) {
              await ctx.tx((tx) => releaseFiles(tx, [id]))
              await files.remove(name)
            }
            return files.get(name)
          },
        },
      },
    }
    await startPeriodic(ctx, 'integrity')
    await continueRun(giving, vaultRun, await latestRun(ctx, 'integrity'))
    expect(await status()).toMatchObject({ faults: 0, runs: { integrity: { status: 'done', faults: 0 } } })
    expect(await audited('vault.fault_found')).toHaveLength(found)
  })

  // Covers: vault-file-store-12
  it('goes on after a store that does not answer for a while; one that never does is said', async () => {
    await idOf(pdf())
    const { files } = ctx.providers
    const down = (times: number): Ctx => {
      let left = times
      const get: typeof files.get = async (name) => {
        left -= 1
        if (left >= 0) throw new Error('connect ECONNREFUSED')
        return files.get(name)
      }
      return { ...ctx, providers: { ...ctx.providers, files: { ...files, get } } }
    }
    await startPeriodic(ctx, 'integrity')
    const runId = await latestRun(ctx, 'integrity')
    // one that is running is enough
    await startPeriodic(ctx, 'integrity')
    expect(await latestRun(ctx, 'integrity')).toBe(runId)
    await continueRun(down(1), vaultRun, runId)
    expect((await status()).runs.integrity).toMatchObject({ status: 'running' })
    await lastTry(down(9), vaultRun, runId)
    expect((await status()).runs.integrity).toMatchObject({
      status: 'failed',
      error: 'The file store could not be read or written. See the server log for the reason.',
    })
    expect((await status()).faults).toBe(0)
    expect(await checkNow(ctx, 'integrity')).toMatchObject({ status: 'done', faults: 0 })
  })
})

describe('a restore test', () => {
  // Covers: vault-file-store-13
  it('restores a sample of the files, the newest among them', async () => {
    for (let n = 0; n < 3; n++) await idOf(pdf(`Restore ${n}`))
    const newest = await idOf(pdfOf(100_000))
    const ended = await checkNow(ctx, 'restore_test')
    expect(ended).toMatchObject({ status: 'done', faults: 0, done: ended.total })
    expect(ended.total).toBeGreaterThan(0)
    expect(ended.total).toBeLessThanOrEqual(4)
    expect((await fileRow(ctx, newest)).verifiedAt).toEqual(now)
  })

  // Covers: vault-file-store-13
  it('finds what cannot be restored', async () => {
    const id = await idOf(pdfOf(100_000))
    await writeFile(await pathOf(id), (await readFile(await pathOf(id))).subarray(0, 50_000))
    expect(await checkNow(ctx, 'restore_test')).toMatchObject({ status: 'done', faults: 1 })
    expect((await fileRow(ctx, id)).fault).toBe('changed')
  })

  // Covers: vault-file-store-13
  it('fails where the key is gone, although the running process still has it', async () => {
    await idOf(pdf())
    const key = join(dataDir, 'vault.key')
    const aside = join(dataDir, 'aside')
    await rename(key, aside)
    await startPeriodic(ctx, 'restore_test')
    const runId = await latestRun(ctx, 'restore_test')
    await lastTry(ctx, vaultRun, runId)
    expect((await status()).runs.restoreTest).toMatchObject({
      status: 'failed',
      error: `${key} is gone. Without it nobody can open the files again: put it back.`,
    })
    // nothing is held against the files
    expect((await status()).faults).toBe(0)
    await rename(aside, key)
    await startPeriodic(ctx, 'restore_test')
    expect(await runThrough(ctx, await latestRun(ctx, 'restore_test'))).toMatchObject({ status: 'done' })
  })
})
