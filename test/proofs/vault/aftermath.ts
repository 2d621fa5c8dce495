import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Ctx } from '#server/ctx.ts'
import { renderWaiting } from '#server/modules/documents/pictures/render-document.ts'
import { cleanVault } from '#server/modules/vault/destruction.ts'
import { openFile } from '#server/modules/vault/vault-files.ts'
import { startPeriodic } from '#server/modules/vault/vault-runs.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import { sessionSecret } from '#server/secrets.ts'
import { latestRun, runThrough } from '#test/worlds/vault-files.ts'

const TWO_DAYS = 2 * 86_400_000
const PATIENCE_MS = 240_000

/** Opens the data after the fire, lets its jobs end, cleans up as two days later would. @returns the faults */
export async function lookAtAftermath(dataDir: string, kept: ReadonlyMap<number, string>): Promise<string[]> {
  const postgres = await startEmbedded({ dataDir, log: { info() {}, warn: console.error } })
  try {
    const app = await openApp(dataDir, postgres.url)
    try {
      await app.startWorkers()
      // the work of the job that runs every few minutes
      await renderWaiting({ ...app.ctx(), now: () => new Date(Date.now() + 600_000) })
      const waiting = await untilQuiet(app.ctx())
      const ctx: Ctx = { ...app.ctx(), now: () => new Date(Date.now() + TWO_DAYS) }
      await cleanVault(ctx)
      return [
        ...waiting,
        ...(await findLost(ctx, kept)),
        ...(await findFaulty(ctx)),
        ...(await findLeft(ctx, dataDir)),
      ]
    } finally {
      await app.close()
    }
  } finally {
    await postgres.stop()
  }
}

async function openApp(dataDir: string, databaseUrl: string): Promise<App> {
  return buildApp({
    config: readConfig({ DATA_DIR: dataDir, DEMO: 'on', PORT: '0', SIM_SPEED: '1' }, 'proof'),
    databaseUrl,
    secret: await sessionSecret(null, dataDir),
    log: pino({ level: 'silent' }),
    pages: await loadPages(),
    webFiles: false,
  })
}

interface Work {
  pictures: number
  runs: number
  released: number
}

/** Waits until no picture is due and no run over the vault is active. @returns the unfinished ones */
async function untilQuiet(ctx: Ctx): Promise<string[]> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await sql<Work>`select
      (select count(*)::int from documents where render_state = 'waiting') pictures,
      (select count(*)::int from runs where state = 'running') runs,
      (select count(*)::int from vault_files where released_at is not null) released`.execute(ctx.db)
    const [work] = rows
    if (work && work.pictures + work.runs + work.released === 0) return []
    if (performance.now() > end) return [`never ended: ${JSON.stringify(work)}`]
    await sleep(200)
  }
}

/** Each confirmed upload must be present, byte for byte. */
async function findLost(ctx: Ctx, kept: ReadonlyMap<number, string>): Promise<string[]> {
  const found: string[] = []
  for (const [id, sha256] of kept) {
    const row = await ctx.db.selectFrom('documents').select('fileId').where('id', '=', id).executeTakeFirst()
    if (!row) {
      found.push(`document ${id} is lost`)
      continue
    }
    const bytes = await openFile(ctx, row.fileId).then(
      ({ stream }) => buffer(stream),
      () => null,
    )
    const same = bytes && createHash('sha256').update(bytes).digest('hex') === sha256
    if (!same) found.push(`document ${id} ${bytes ? 'has other bytes' : 'does not open'}`)
  }
  return found
}

/** Every file of the vault opens to its end and meets its checksum, pictures and unanswered uploads too. */
async function findFaulty(ctx: Ctx): Promise<string[]> {
  await startPeriodic(ctx, 'integrity')
  const { faults, status } = await runThrough(ctx, await latestRun(ctx, 'integrity'))
  const { rows } = await sql<{ n: number }>`select count(*)::int n from documents d
    left join vault_files t on t.id = d.thumbnail_file_id
    where d.render_state = 'done' and t.media_type is distinct from 'image/png'
      -- the certificates of the demo's applications never had one
      and not exists (select from application_files a where a.file_id = d.file_id)`.execute(ctx.db)
  const bare = rows[0]?.n ?? 0
  return [
    ...(faults > 0 || status !== 'done' ? [`${faults} files of the vault are faulty (${status})`] : []),
    ...(bare > 0 ? [`${bare} documents have lost their picture`] : []),
  ]
}

/** The store contains exactly the files of the rows, and each row belongs to something. */
async function findLeft(ctx: Ctx, dataDir: string): Promise<string[]> {
  const rows = await ctx.db.selectFrom('vaultFiles').select(['id', 'storageName']).execute()
  const named = new Set(rows.map(({ storageName }) => storageName))
  const stored = await readdir(join(dataDir, 'files'))
  const { rows: loose } = await sql<{ id: number }>`select id from vault_files f
    where f.attached_at is null
      or not exists (select from documents d where d.file_id = f.id or d.thumbnail_file_id = f.id)
        and not exists (select from application_files a where a.file_id = f.id)`.execute(ctx.db)
  const keys = await ctx.db.selectFrom('vaultKeys').select('id').where('retiredAt', 'is', null).execute()
  return [
    ...stored.filter((name) => !named.has(name)).map((name) => `${name} is left over in the store`),
    ...loose.map(({ id }) => `file ${id} belongs to nothing`),
    ...(keys.length === 1 ? [] : [`${keys.length} keys are not retired`]),
  ]
}
