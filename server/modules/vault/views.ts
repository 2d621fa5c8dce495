import { type SelectQueryBuilder, sql } from 'kysely'
import type { VaultRun, VaultRunKind, VaultStatus } from '#contract/vault.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { notFound } from '#server/platform/errors.ts'
import { ageInDays, percentOf } from './status.rules.ts'

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
  const run = await selectRuns(ctx).where('vaultRuns.id', '=', id).executeTakeFirst()
  if (!run) throw notFound('Run')
  return toRun(run)
}

async function latestRuns(ctx: Ctx): Promise<Partial<Record<VaultRunKind, VaultRun>>> {
  const runs = await selectRuns(ctx)
    .distinctOn('vaultRuns.kind')
    .orderBy('vaultRuns.kind')
    .orderBy('vaultRuns.id', 'desc')
    .execute()
  return Object.fromEntries(runs.map((run) => [run.kind, toRun(run)]))
}

const selectRuns = (ctx: Ctx) =>
  ctx.db
    .selectFrom('vaultRuns')
    .leftJoin('users', 'users.id', 'vaultRuns.startedBy')
    .selectAll('vaultRuns')
    .select('users.name as startedByName')

type RunRow = ReturnType<typeof selectRuns> extends SelectQueryBuilder<never, never, infer Row> ? Row : never

function toRun(run: RunRow): VaultRun {
  return {
    id: run.id,
    // the table's checks allow no others
    kind: run.kind as VaultRunKind,
    status: run.status as VaultRun['status'],
    total: run.total,
    done: run.done,
    faults: run.faults,
    error: run.error,
    startedBy: run.startedByName,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}
