import { sql } from 'kysely'
import type { RetentionPeriods } from '#contract/system/retention.ts'
import type { RetentionKind } from '#contract/system/retention-terms.ts'
import type { Ctx } from '#server/ctx.ts'
import { actorLabel } from '#server/platform/actor.ts'

interface StartedRun {
  day: string
  periods: RetentionPeriods
  startedAt: Date
}

/** Begins the run of a day, or resumes one that was interrupted or failed. @returns null if the day is done */
export async function beginRun(
  tx: Ctx,
  { day, periods }: { day: string; periods: RetentionPeriods },
): Promise<StartedRun | null> {
  const { rows } = await sql<StartedRun>`
    insert into retention_runs (day, status, periods, actor, started_at)
    values (${day}, 'running', ${JSON.stringify(periods)}::jsonb, ${actorLabel(tx.actor)}, ${tx.now()})
    on conflict (day) do update set status = 'running', failed = '[]', finished_at = null
      where retention_runs.status <> 'done'
    returning day, periods, started_at`.execute(tx.db)
  return rows[0] ?? null
}

export async function addRemoved(
  tx: Ctx,
  day: string,
  { kind, count }: { kind: RetentionKind; count: number },
): Promise<void> {
  await sql`
    update retention_runs
    set removed = removed || jsonb_build_object(${kind}::text, coalesce((removed ->> ${kind}::text)::int, 0) + ${count}::int)
    where day = ${day}`.execute(tx.db)
}

/** @returns the number of removed rows by kind; null if the run has ended already */
export async function endRun(
  tx: Ctx,
  day: string,
  failed: readonly RetentionKind[],
): Promise<Partial<Record<RetentionKind, number>> | null> {
  const { rows } = await sql<{ removed: Partial<Record<RetentionKind, number>> }>`
    update retention_runs
    set status = ${failed.length > 0 ? 'failed' : 'done'}, failed = ${JSON.stringify(failed)}::jsonb,
      finished_at = ${tx.now()}
    where day = ${day} and status = 'running'
    returning removed`.execute(tx.db)
  return rows[0]?.removed ?? null
}
