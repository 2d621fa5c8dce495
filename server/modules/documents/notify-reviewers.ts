import { longDay } from '#contract/calendar.ts'
import { roleMay, staffRoles } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts, queueMail } from '#server/modules/messages/queue-message.ts'

/** Documents listed in the email; the linked screen lists the rest. */
const MAX_LINES = 50

/** Emails every reviewer the documents that brokers were reminded of since the run of the day began, if any. */
export async function notifyReviewers(tx: Ctx, day: string, since: Date): Promise<void> {
  const rows = await tx.db
    .selectFrom('documentEvents')
    .innerJoin('documents', 'documents.id', 'documentEvents.documentId')
    .innerJoin('documentTypes', 'documentTypes.id', 'documents.documentTypeId')
    .innerJoin('brokers', 'brokers.id', 'documents.brokerId')
    .select(['brokers.name as broker', 'documentTypes.name as typeName', 'documents.expiresOn'])
    .where('documentEvents.type', '=', 'reminded')
    .where('documentEvents.at', '>=', since)
    .orderBy('documents.expiresOn')
    .orderBy('documents.id')
    .execute()
  if (rows.length === 0) return
  const { pages, publicUrl } = tx.providers
  const mail = pages.mail('documents_expiring_staff', await lenderFacts(tx), {
    documents: rows
      .slice(0, MAX_LINES)
      .map(({ expiresOn, ...row }) => ({ ...row, expires: expiresOn ? longDay(expiresOn) : '' })),
    more: Math.max(0, rows.length - MAX_LINES),
    url: `${publicUrl}/brokers/documents?tab=expiring`,
  })
  for (const { id, email } of await reviewers(tx)) {
    await queueMail(tx, {
      to: email,
      mail,
      template: 'documents_expiring_staff',
      occasion: `documents-expiring:${day}:${id}`,
      simulated: false,
    })
  }
}

async function reviewers(tx: Ctx): Promise<{ id: number; email: string }[]> {
  return tx.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(
      'role',
      'in',
      staffRoles.filter((role) => roleMay(role, 'documents.review')),
    )
    .where('disabledAt', 'is', null)
    .where('invitedAt', 'is', null)
    .orderBy('id')
    .execute()
}
