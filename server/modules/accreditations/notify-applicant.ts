import type { Lender } from '#contract/microsites/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { decisionsUrl } from '#server/modules/brokers/decisions-link.ts'
import { lenderFacts, type NewMail, queueMail } from '#server/modules/messages/queue-message.ts'
import { portalUrl, resumeLink, statusUrl } from './application-links.rules.ts'
import type { Decision } from './review-application.rules.ts'
import type { ApplicationRow } from './store.ts'
import { viewOutstanding } from './views.ts'

/** Emails the decision to the applicant. @param eventId the decision's event in the history, which gets one email */
export async function notifyApplicant(
  tx: Ctx,
  row: ApplicationRow,
  { decision, eventId }: { decision: Decision; eventId: number },
): Promise<void> {
  await queueMail(
    tx,
    decisionMail(tx, row, {
      ...{ decision, eventId },
      lender: await lenderFacts(tx),
      outstanding: await viewOutstanding(tx, row),
    }),
  )
}

export function decisionMail(
  ctx: Pick<Ctx, 'providers' | 'now'>,
  row: ApplicationRow,
  {
    decision,
    eventId,
    lender,
    outstanding,
  }: { decision: Decision; eventId: number; lender: Lender; outstanding: readonly string[] },
): NewMail {
  const { providers, now } = ctx
  const needsInfo = decision.status === 'info_requested'
  const url = needsInfo ? resumeLink(providers, row, now()).url : statusUrl(providers, row, now())
  const facts = {
    ...{ firstName: row.firstName, status: decision.status, reason: row.reason, url },
    ...{ outstanding, portalUrl: portalUrl(providers) },
    decisionsUrl: decisionsUrl(ctx, { applicationId: row.id }),
  }
  return {
    to: row.email,
    mail: providers.pages.mail('application_decided', lender, facts),
    template: 'application_decided',
    applicationId: row.id,
    brokerId: row.brokerId,
    occasion: `application:${row.id}:decided:${eventId}`,
    simulated: row.simulated,
  }
}
