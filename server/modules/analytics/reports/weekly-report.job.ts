import type { WeeklyReport } from '#contract/dashboard/reports.ts'
import type { Lender } from '#contract/microsites/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts, queueMail } from '#server/modules/messages/queue-message.ts'
import { lockSubscription } from './report-subscriptions.store.ts'
import { viewSubscribers } from './subscribers.views.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'
import { type DueReport, dueReport, reportOccasion } from './weekly-report.rules.ts'
import { viewWeeklyReport } from './weekly-report.views.ts'

/**
 * On Mondays from seven on, mails last week's figures to the subscribers. It runs until the day ends, so that a process
 * that was down sends them late; no subscriber gets them twice. Safe to repeat.
 */
export async function sendWeeklyReports(ctx: Ctx): Promise<void> {
  const due = dueReport(ctx.now())
  if (!due) return
  const subscribers = await viewSubscribers(ctx, due)
  if (subscribers.length === 0) return
  const [lender, report] = await Promise.all([lenderFacts(ctx), viewWeeklyReport(ctx, due.period)])
  for (const { id } of subscribers) await ctx.tx((tx) => sendTo(tx, id, { due, lender, report }))
}

interface Edition {
  due: DueReport
  lender: Lender
  report: WeeklyReport
}

/** Looks again with the subscription locked: they may have stopped it meanwhile. */
async function sendTo(tx: Ctx, userId: number, { due, lender, report }: Edition): Promise<void> {
  if (!(await lockSubscription(tx, userId))) return
  const [subscriber] = await viewSubscribers(tx, due, userId)
  if (!subscriber) return
  const facts = { ...report, name: subscriber.name, unsubscribeUrl: unsubscribeUrl(tx, userId) }
  await queueMail(tx, {
    to: subscriber.email,
    mail: tx.providers.pages.mail('weekly_report', lender, facts),
    template: 'weekly_report',
    occasion: reportOccasion(userId, due.monday),
    simulated: false,
    notAfter: due.until,
    unsubscribeUrl: facts.unsubscribeUrl,
  })
}
