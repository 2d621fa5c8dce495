import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { VaultRun, VaultRunKind } from '#contract/documents/vault.ts'
import type { Ctx } from '#server/ctx.ts'
import { attachFiles, openFile, type StoredFile, storeFile } from '#server/modules/vault/vault-files.ts'
import { startPeriodic, vaultRun } from '#server/modules/vault/vault-runs.ts'
import { viewRun } from '#server/modules/vault/views.ts'
import { continueRun } from '#server/platform/runs/runs.ts'
import { until } from '../test-app.ts'

/** The bytes in pieces as a network gives them. */
export async function* pieces(bytes: Buffer, size = 16_384): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Puts a PDF into the vault, as something that belongs to somebody. @throws Error with the fault */
export async function keepPdf(ctx: Ctx, bytes: Buffer, filename = 'a.pdf'): Promise<StoredFile> {
  const allowedTypes = ['application/pdf']
  const outcome = await storeFile(ctx, { stream: pieces(bytes), filename, limit: 60_000_000, allowedTypes })
  if (!outcome.ok) throw new Error(outcome.fault)
  await ctx.tx((tx) => attachFiles(tx, [outcome.file.id]))
  return outcome.file
}

export const readFileOf = async (ctx: Ctx, id: number): Promise<Buffer> =>
  buffer((await openFile(ctx, id)).stream)

export const fileRow = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('vaultFiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Names of the files in the folder of a local store. */
export const storedNames = async (dataDir: string): Promise<string[]> =>
  (await readdir(join(dataDir, 'files'))).sort()

/** The names that the rows refer to. */
export async function namedByRows(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.selectFrom('vaultFiles').select('storageName').execute()
  return rows.map(({ storageName }) => storageName).sort()
}

/** Does a run's work here and now, without a worker. */
export async function runThrough(ctx: Ctx, runId: number): Promise<VaultRun> {
  await until(`run ${runId} to end`, async () => {
    await continueRun(ctx, vaultRun, runId)
    return (await viewRun(ctx, runId)).status !== 'running'
  })
  return viewRun(ctx, runId)
}

/** Starts a scheduled run, and does its work. */
export async function checkNow(ctx: Ctx, kind: Exclude<VaultRunKind, 'rotation'>): Promise<VaultRun> {
  await startPeriodic(ctx, kind)
  return runThrough(ctx, await latestRun(ctx, kind))
}

export async function latestRun(ctx: Ctx, kind: VaultRunKind): Promise<number> {
  const { id } = await ctx.db
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', vaultRun.kind)
    .where('key', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
