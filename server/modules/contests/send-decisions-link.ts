import type { MessageChannel } from '#contract/messages/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { decisionsExpiry, decisionsPath } from '#server/modules/brokers/decisions-link.ts'
import { channelTo, createLink, lenderFacts, queueSms } from '#server/modules/messages/queue-message.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { findContact } from './contact.views.ts'
import { decisionsSms } from './decisions-sms.rules.ts'
import { mailPerson } from './notify-person.ts'

/**
 * Sends a broker the signed link to the decisions about them, who asked staff for it.
 * @throws AppError forbidden, not_found, rule_forbids where neither an SMS nor a mail reaches them
 */
export async function sendDecisionsLink(ctx: Ctx, brokerId: number): Promise<MessageChannel> {
  authorise(ctx, 'tasks.work')
  return ctx.tx(async (tx) => {
    const broker = await tx.db
      .selectFrom('brokers')
      .select(['name', 'phone'])
      .where('id', '=', brokerId)
      .executeTakeFirst()
    if (!broker) throw notFound('Broker')
    const contact = await findContact(tx, { brokerId })
    const simulated = tx.providers.voice.active?.simulated ?? true
    const channel = channelTo(tx, { phone: broker.phone, email: contact.email }, { simulated })
    if (!channel) throw new AppError('rule_forbids', 'Neither an SMS nor an email reaches this broker.')
    const expiresAt = decisionsExpiry(tx.now())
    const url = await createLink(tx, {
      ...{ target: decisionsPath(tx, { brokerId }), brokerId, callId: null, expiresAt },
    })
    const occasion = `broker:${brokerId}:decisions:${tx.now().getTime()}`
    if (channel === 'sms') {
      const lender = await lenderFacts(tx)
      const body = decisionsSms({ lender: lender.name, url })
      await queueSms(tx, { to: broker.phone ?? '', body, brokerId, occasion, simulated })
    } else {
      const facts = { name: broker.name, url }
      await mailPerson(tx, { kind: 'decisions_link', contact, occasion, facts })
    }
    await audit(tx, {
      ...{ action: 'broker.decisions_link_sent', subjectType: 'broker', subjectId: brokerId },
      after: { channel },
    })
    return channel
  })
}
