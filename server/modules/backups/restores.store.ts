import type { Selectable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Restores } from '#server/schema.gen.ts'
import type { RestoreFindings } from './restore-findings.rules.ts'

export type RestoreRow = Selectable<Restores>

export async function insertRestore(
  tx: Ctx,
  values: { archive: string; snapshotAt: Date; findings: RestoreFindings },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('restores')
    .values({ ...values, findings: JSON.stringify(values.findings), restoredAt: tx.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRestore(
  tx: Ctx,
  id: number,
  { findings, reconciledAt }: { findings: RestoreFindings; reconciledAt: Date | null },
): Promise<void> {
  await tx.db
    .updateTable('restores')
    .set({ findings: JSON.stringify(findings), lookedAt: tx.now(), ...(reconciledAt && { reconciledAt }) })
    .where('id', '=', id)
    .where('resumedAt', 'is', null)
    .execute()
}

/** Locks the restores that keep calls stopped, the newest first. */
export async function lockHeld(tx: Ctx): Promise<RestoreRow[]> {
  return tx.db
    .selectFrom('restores')
    .selectAll()
    .where('resumedAt', 'is', null)
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
}

export async function endHeld(tx: Ctx, by: number | null): Promise<void> {
  await tx.db
    .updateTable('restores')
    .set({ resumedAt: tx.now(), resumedBy: by })
    .where('resumedAt', 'is', null)
    .execute()
}
