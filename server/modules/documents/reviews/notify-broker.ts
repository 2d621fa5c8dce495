import type { MailFacts } from '#contract/microsites/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { decisionsUrl } from '#server/modules/brokers/decisions-link.ts'
import { lenderFacts, queueMail } from '#server/modules/messages/queue-message.ts'

type BrokerMail =
  | 'document_decided'
  | 'document_asked'
  | 'document_expiring'
  | 'document_expired'
  | 'document_required'
  | 'accreditation_changed'

export interface BrokerNotification<Kind extends BrokerMail> {
  brokerId: number
  kind: Kind
  /** One email per occasion. */
  occasion: string
  facts: Omit<MailFacts[Kind], 'name' | 'portalUrl' | 'decisionsUrl'>
}

/** Emails the broker at their sign-in address, else at the address of their record, if there is one. */
export async function notifyBroker<Kind extends BrokerMail>(
  tx: Ctx,
  notification: BrokerNotification<Kind>,
): Promise<void> {
  const { brokerId, kind, occasion } = notification
  const broker = await tx.db
    .selectFrom('brokers')
    .leftJoin('users', (join) =>
      join.onRef('users.brokerId', '=', 'brokers.id').on('users.disabledAt', 'is', null),
    )
    .select(['brokers.name', 'brokers.email', 'users.email as userEmail'])
    .where('brokers.id', '=', brokerId)
    .executeTakeFirst()
  const to = broker?.userEmail ?? broker?.email
  if (!broker || !to) return
  const { pages, publicUrl } = tx.providers
  const facts = {
    ...notification.facts,
    name: broker.name,
    portalUrl: `${publicUrl}/broker-portal?tab=documents`,
    decisionsUrl: decisionsUrl(tx, { brokerId }),
  } as MailFacts[Kind] // completed with the facts that BrokerNotification omits
  await queueMail(tx, {
    to,
    mail: pages.mail(kind, await lenderFacts(tx), facts),
    template: kind,
    brokerId,
    occasion,
    simulated: false,
  })
}
