import { sql } from 'kysely'
import { roleMay, staffRoles } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { lenderFacts, queueMail } from '#server/modules/messages/queue-message.ts'

/** Brokers listed in the mail; the screen lists the rest. */
const MAX_LINES = 20

/** Sends one mail to each reviewer, however many findings a check has. */
export async function mailAlerts(tx: Ctx, { alerts }: AppEvents['compliance.alerted']): Promise<void> {
  const { rows: people } = await sql<{ id: number; email: string; role: string }>`
    select id, email, role from users where disabled_at is null and invited_at is null and role is not null
    order by id`.execute(tx.db)
  const reviewers = people.filter(({ role }) =>
    roleMay(
      staffRoles.find((each) => each === role),
      'surveillance.review',
    ),
  )
  const { pages, publicUrl } = tx.providers
  const brokers = alerts.slice(0, MAX_LINES).map(({ name, title, risk }) => ({ name, what: title, risk }))
  const facts = { brokers, more: alerts.length - brokers.length, url: `${publicUrl}/surveillance` }
  const occasion = await nextOccasion(tx)
  for (const { id, email } of reviewers) {
    await queueMail(tx, {
      to: email,
      mail: pages.mail('compliance_alert', await lenderFacts(tx), facts),
      template: 'compliance_alert',
      occasion: `compliance-alert:${occasion}:${id}`,
      simulated: false,
    })
  }
}

/** The newest check is part of this transaction alone. */
async function nextOccasion(tx: Ctx): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select coalesce(max(id), 0)::int as id from compliance_checks`.execute(tx.db)
  return rows[0]?.id ?? 0
}
