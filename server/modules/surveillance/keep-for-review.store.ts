import { sql } from 'kysely'
import { FLAG_AT } from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { factsDigest } from './checks/checks.store.ts'

/** Brokers cannot clear themselves: what counted before they changed their own record counts until a person decides. */
export async function keepForReview(tx: Ctx, { brokerIds }: AppEvents['broker.changed']): Promise<void> {
  if (tx.actor.kind !== 'broker') return
  await sql`
    update compliance_findings f set awaits_review = true
    from brokers b join broker_compliance c on c.broker_id = b.id
    where f.broker_id = b.id and b.id = any(${[...brokerIds]}) and c.checked_facts is distinct from ${factsDigest}
      and f.risk >= ${FLAG_AT} and f.cleared_fingerprint is distinct from f.fingerprint`.execute(tx.db)
}
