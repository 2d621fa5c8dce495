// Rotation of the key over 10,000 documents of about 100 KB, compared with copying the same files through the store, in
// the same run: with the same concurrency and durability, but without decryption, checksums and rows.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Pages } from '#contract/microsites/pages.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Ctx } from '#server/ctx.ts'
import { inParallel } from '#server/modules/vault/sweep.ts'
import { attachFiles, storeFile } from '#server/modules/vault/vault-files.ts'
import { PARALLEL_FILES } from '#server/modules/vault/vault-runs.rules.ts'
import { startDueRotation, vaultRun } from '#server/modules/vault/vault-runs.ts'
import { newStorageName } from '#server/modules/vault/write-file.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { continueRun } from '#server/platform/runs/runs.ts'
import { uniquePdf } from '#test/proofs/vault/portal.ts'

const DOCUMENTS = Number(process.argv[2] ?? 10_000)

async function fill(ctx: Ctx): Promise<void> {
  await inParallel(Array.from({ length: DOCUMENTS }), 8, async () => {
    const bytes = uniquePdf(20_000 + Math.floor(Math.random() * 160_000))
    const outcome = await storeFile(ctx, {
      stream: (async function* () {
        yield bytes
      })(),
      filename: 'document.pdf',
      limit: 1_000_000,
      allowedTypes: ['application/pdf'],
    })
    if (!outcome.ok) throw new Error(outcome.fault)
    await attachFiles(ctx, [outcome.file.id])
  })
}

/** @returns seconds */
async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Copies every file within the store, and takes the copies away again when the time has been taken. */
async function copyAll(ctx: Ctx): Promise<number> {
  const { files } = ctx.providers
  const rows = await ctx.db.selectFrom('vaultFiles').select('storageName').orderBy('id').execute()
  const copies: string[] = []
  const seconds = await timed(() =>
    inParallel(rows, PARALLEL_FILES, async ({ storageName }) => {
      const copy = newStorageName()
      copies.push(copy)
      await files.put(copy, await files.get(storageName))
    }),
  )
  await inParallel(copies, 8, (name) => files.remove(name))
  return seconds
}

async function rotateAll(ctx: Ctx): Promise<number> {
  await ctx.tx(async (tx) => void (await tx.providers.vault.rotate(tx.db)))
  return timed(async () => {
    await startDueRotation(ctx)
    const run = () =>
      ctx.db
        .selectFrom('runs')
        .select(['id', 'state', 'done', 'counters'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    const { id } = await run()
    while ((await run()).state === 'running') await continueRun(ctx, vaultRun, id)
    const { done, counters } = await run()
    const { faults } = counters as { faults: number }
    if (done !== DOCUMENTS || faults > 0) throw new Error(`${done} rotated, ${faults} faults`)
  })
}

const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-bench-rotation-'))
const postgres = await startEmbedded({ dataDir, log: { info() {}, warn: console.error } })
try {
  await migrate(postgres)
  const app = await buildApp({
    config: readConfig({ DATA_DIR: dataDir, DEMO: 'off' }, '1.0.0'),
    databaseUrl: postgres.url,
    secret: 'a secret of the measurement, of a good length',
    log: pino({ level: 'silent' }),
    pages: {} as Pages, // neither pages nor mails are rendered
    webFiles: false,
  })
  const ctx = app.ctx()
  await fill(ctx)
  const { bytes } = await ctx.db
    .selectFrom('vaultFiles')
    .select((eb) => eb.fn.sum<number>('bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  const before = await copyAll(ctx)
  const rotation = await rotateAll(ctx)
  const after = await copyAll(ctx)
  const rate = (seconds: number): string => `${Math.round(DOCUMENTS / seconds)}`
  console.log(
    `${DOCUMENTS} documents, ${(Number(bytes) / 1e6).toFixed(0)} MB: rotated ${rate(rotation)} a second ` +
      `(${rotation.toFixed(0)} s), copied ${rate(before)} and ${rate(after)} a second`,
  )
  console.log(`rotation runs at ${((before + after) / 2 / rotation).toFixed(2)} of plain copying`)
  await app.close()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
