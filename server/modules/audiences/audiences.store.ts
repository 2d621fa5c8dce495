import { type SqlBool, sql } from 'kysely'
import type { AudienceRule } from '#contract/brokers/audiences.ts'
import type { Ctx } from '#server/ctx.ts'
import { countBrokers } from './audiences.views.ts'

interface Counted {
  id: number
  rules: readonly AudienceRule[]
}

/** Counts all audiences again in the background, so that lists do not wait for it. Safe to repeat. */
export async function countAudiences(ctx: Ctx): Promise<void> {
  const audiences = await ctx.db.selectFrom('audiences').select(['id', 'rules', 'brokers']).execute()
  let differs = false
  for (const { id, rules, brokers } of audiences) {
    // checked before they were stored
    const counted = await countAudience(ctx, { id, rules: rules as AudienceRule[] })
    differs ||= counted !== brokers
  }
  if (differs) await ctx.tx(async (tx) => tx.changed('audiences'))
}

/**
 * Stores how many brokers an audience has now. If its rules have changed meanwhile, the change stores its own count.
 */
export async function countAudience(ctx: Ctx, { id, rules }: Counted): Promise<number> {
  const brokers = await countBrokers(ctx, rules)
  await ctx.db
    .updateTable('audiences')
    .set({ brokers, countedAt: ctx.now() })
    .where('id', '=', id)
    .where(sql<SqlBool>`rules = ${JSON.stringify(rules)}::jsonb`)
    .execute()
  return brokers
}

/** @returns the id; undefined if the name is taken */
export async function insertAudience(
  tx: Ctx,
  { name, rules }: { name: string; rules: readonly AudienceRule[] },
): Promise<number | undefined> {
  const row = await tx.db
    .insertInto('audiences')
    .values({
      name,
      rules: JSON.stringify(rules),
      createdBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Locks an audience until the transaction ends. */
export async function lockAudience(
  tx: Ctx,
  id: number,
): Promise<{ name: string; rules: AudienceRule[] } | undefined> {
  const row = await tx.db
    .selectFrom('audiences')
    .select(['name', 'rules'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // checked before they were stored
  return row && { name: row.name, rules: row.rules as AudienceRule[] }
}

/** True if another audience has this name. */
export async function isNameTaken(tx: Ctx, { id, name }: { id: number; name: string }): Promise<boolean> {
  const other = await tx.db
    .selectFrom('audiences')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}

export async function changeAudience(
  tx: Ctx,
  id: number,
  { name, rules }: { name: string; rules: readonly AudienceRule[] },
): Promise<void> {
  await tx.db
    .updateTable('audiences')
    .set({ name, rules: JSON.stringify(rules), updatedAt: tx.now() })
    .where('id', '=', id)
    .execute()
}

export async function deleteAudienceRow(tx: Ctx, id: number): Promise<void> {
  await tx.db.deleteFrom('audiences').where('id', '=', id).execute()
}
