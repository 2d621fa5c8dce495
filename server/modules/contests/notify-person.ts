import type { ContestStatus } from '#contract/contests/contests.ts'
import type { MailFacts, MailKind } from '#contract/microsites/pages.ts'
import { dateText } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { decisionsUrl } from '#server/modules/brokers/decisions-link.ts'
import { lenderFacts, queueMail } from '#server/modules/messages/queue-message.ts'
import { type Contact, findContact } from './contact.views.ts'
import { appealStatusOf } from './contest-words.rules.ts'
import type { LockedContest } from './contests.store.ts'

interface Mailing<Kind extends MailKind> {
  kind: Kind
  contact: Contact
  /** One email per occasion. */
  occasion: string
  facts: MailFacts[Kind]
}

/** Queues an email to the person, if there is an address. */
export async function mailPerson<Kind extends MailKind>(
  tx: Ctx,
  { kind, contact, occasion, facts }: Mailing<Kind>,
): Promise<void> {
  if (!contact.email) return
  await queueMail(tx, {
    to: contact.email,
    mail: tx.providers.pages.mail(kind, await lenderFacts(tx), facts),
    template: kind,
    ...{ brokerId: contact.brokerId, applicationId: contact.applicationId },
    occasion,
    simulated: false,
  })
}

/** Confirms the receipt of a contest, with the last day for its answer. Not of an appeal, whose form says it. */
export async function notifyReceived(tx: Ctx, id: number): Promise<void> {
  const row = await tx.db
    .selectFrom('contests')
    .select(['kind', 'decision', 'dueOn', 'brokerId', 'applicationId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.kind === 'score') return
  const contact = await findContact(tx, row)
  await mailPerson(tx, {
    kind: 'contest_received',
    contact,
    occasion: `contest:${id}:received`,
    facts: { name: contact.name, decision: row.decision, by: dateText(row.dueOn), url: linkOf(tx, row) },
  })
}

export async function notifyAnswered(
  tx: Ctx,
  contest: LockedContest,
  { outcome, answer }: { outcome: Exclude<ContestStatus, 'open'>; answer: string },
): Promise<void> {
  const { id, kind, reference, decision } = contest
  const contact = await findContact(tx, contest)
  const appeal = appealStatusOf(outcome)
  if (kind === 'score' && (appeal === 'upheld' || appeal === 'declined')) {
    const portalUrl = `${tx.providers.publicUrl}/broker-portal?tab=score`
    await mailPerson(tx, {
      ...{ kind: 'appeal_answered', contact, occasion: `score-appeal:${id}` },
      facts: { name: contact.name, month: reference, outcome: appeal, answer, portalUrl },
    })
    return
  }
  await mailPerson(tx, {
    ...{ kind: 'contest_answered', contact, occasion: `contest:${id}:answered` },
    facts: { name: contact.name, decision, outcome, answer, url: linkOf(tx, contest) },
  })
}

function linkOf(tx: Ctx, { brokerId, applicationId }: Pick<LockedContest, 'brokerId' | 'applicationId'>) {
  if (brokerId !== null) return decisionsUrl(tx, { brokerId })
  if (applicationId !== null) return decisionsUrl(tx, { applicationId })
  throw new Error('a contest names a broker or an application')
}
