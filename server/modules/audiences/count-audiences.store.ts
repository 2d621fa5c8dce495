import { type SqlBool, sql } from 'kysely'
import type { AudienceRule } from '#contract/audiences.ts'
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
