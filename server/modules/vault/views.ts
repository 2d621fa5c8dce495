import { type RawBuilder, sql } from 'kysely'
import type { VaultRun, VaultRunKind, VaultStatus } from '#contract/documents/vault.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { notFound } from '#server/platform/errors.ts'
import { ageInDays, percentOf } from './status.rules.ts'
import { VAULT_RUN } from './vault-runs.rules.ts'

/** The vault's status. @throws AppError forbidden */
export async function viewStatus(ctx: Ctx): Promise<VaultStatus> {
  authorise(ctx, 'vault.read')
  const { files: store, vault } = ctx.providers
  const [figures, keys, runs] = await Promise.all([readFigures(ctx), readKeys(ctx), latestRuns(ctx)])
  const current = keys.find(({ retiredAt }) => retiredAt === null)
  return {
    store: store.name,
    files: figures.files,
    bytes: figures.bytes,
    encryptedPercent: figures.checked === 0 ? null : percentOf(figures.sealed, figures.checked),
    currentKeyPercent: percentOf(current?.files ?? 0, figures.files),
    keys: keys.map((key) => ({
      ...key,
      createdAt: key.createdAt.toISOString(),
      retiredAt: key.retiredAt?.toISOString() ?? null,
      current: key === current,
    })),
    keyAgeDays: current ? ageInDays(current.createdAt, ctx.now()) : 0,
    faults: figures.faults,
    verifiedSince: figures.verifiedSince?.toISOString() ?? null,
    runs: {
      rotation: runs.rotation ?? null,
      integrity: runs.integrity ?? null,
      restoreTest: runs.restore_test ?? null,
    },
    rotationRefusal: vault.rotationRefusal,
  }
}

interface Figures {
  files: number
  bytes: number
  checked: number
  sealed: number
  faults: number
  verifiedSince: Date | null
}

async function readFigures(ctx: Ctx): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select count(*)::int files, coalesce(sum(bytes), 0)::float8 bytes,
      count(sealed)::int checked, count(*) filter (where sealed)::int sealed, count(fault)::int faults,
      min(coalesce(verified_at, created_at)) verified_since
    from vault_files where released_at is null`.execute(ctx.db)
  const [figures] = rows
  if (!figures) throw new Error('aggregate query returned no row')
  return figures
}

interface KeyFigures {
  id: number
  recipient: string
  createdAt: Date
  retiredAt: Date | null
  files: number
}

/** Newest first. */
async function readKeys(ctx: Ctx): Promise<KeyFigures[]> {
  const { rows } = await sql<KeyFigures>`
    select k.id, k.recipient, k.created_at, k.retired_at, coalesce(f.files, 0)::int files
    from vault_keys k
    left join (select key_id, count(*) files from vault_files where released_at is null group by key_id) f
      on f.key_id = k.id
    order by k.id desc`.execute(ctx.db)
  return rows
}

/** @throws AppError not_found */
export async function viewRun(ctx: Ctx, id: number): Promise<VaultRun> {
  const [run] = await readRuns(ctx, sql`r.id = ${id}`)
  if (!run) throw notFound('Run')
  return run
}

/** The latest run of each kind. */
async function latestRuns(ctx: Ctx): Promise<Partial<Record<VaultRunKind, VaultRun>>> {
  const runs = await readRuns(
    ctx,
    sql`r.id in (select max(id) from runs where kind = ${VAULT_RUN} group by key)`,
  )
  return Object.fromEntries(runs.map((run) => [run.kind, run]))
}

async function readRuns(ctx: Ctx, which: RawBuilder<unknown>): Promise<VaultRun[]> {
  const { rows } = await sql<
    Omit<VaultRun, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null }
  >`
    select r.id, r.key as kind, r.state as status, r.total, r.done, (r.counters ->> 'faults')::int as faults, r.error,
      u.name as started_by, r.started_at, r.finished_at
    from runs r left join users u on u.id = r.started_by where r.kind = ${VAULT_RUN} and ${which}`.execute(
    ctx.db,
  )
  return rows.map((run) => ({
    ...run,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }))
}
