import { sql } from 'kysely'
import type { CheckType } from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { checkMentions } from '../mentions/check-mentions.ts'
import { checkRegisters, requireRegisters } from './check-registers.ts'
import { alertOf, brokersById } from './run-checks.ts'

/** Checks one broker now. @throws AppError forbidden, not_found; conflict where no register is loaded */
export async function checkBroker(ctx: Ctx, brokerId: number, checkType: CheckType): Promise<void> {
  authorise(ctx, 'surveillance.check')
  await ctx.tx(async (tx) => {
    const brokers = await brokersById(tx, [brokerId])
    if (brokers.length === 0) throw notFound('Broker')
    if (checkType === 'external_mentions') {
      await requireFeeds(tx)
      await checkMentions(tx, [brokerId])
    } else {
      await requireRegisters(tx)
      await checkRegisters(tx, brokers, null)
    }
    await alertOf(tx, [brokerId])
    await audit(tx, {
      action: 'surveillance.broker_checked',
      subjectType: 'broker',
      subjectId: brokerId,
      after: { checkType },
    })
  })
}

/** Without a feed that was read, a check finds nothing, and would call the broker clean. @throws AppError conflict */
async function requireFeeds(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ feeds: number; read: number }>`
    select count(*)::int as feeds, count(read_at)::int as read from news_feeds`.execute(ctx.db)
  const { feeds = 0, read = 0 } = rows[0] ?? {}
  if (read > 0) return
  throw new AppError(
    'conflict',
    feeds === 0
      ? 'Not checked: no feeds. Add a news feed under External mentions, then check again.'
      : 'Not checked: no feed could be read yet. See the reasons under External mentions.',
  )
}
