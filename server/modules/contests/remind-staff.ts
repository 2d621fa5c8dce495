import { addDays, daysBetween } from '#contract/calendar.ts'
import { REMIND_DAYS } from '#contract/contests/contests.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { dateText } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { mailStaff } from '#server/modules/messages/report-to-staff.ts'
import { claimDueComplaints } from './complaints/complaints.store.ts'
import { findContact } from './contact.views.ts'
import { labelOf } from './contest-words.rules.ts'
import { claimDueContests, type DueCase } from './contests.store.ts'

const contests = { path: '/surveillance/contests', label: 'Open the contests' }
const complaints = { path: '/surveillance/complaints', label: 'Open the complaints' }

/**
 * Reminds staff once of each contest and complaint whose last day is near: the task ends its snooze, or is opened again,
 * and those who may answer get a mail. Safe to repeat.
 */
export async function remindStaff(ctx: Ctx): Promise<void> {
  const today = sydneyDate(ctx.now())
  const dueBy = addDays(today, REMIND_DAYS)
  await ctx.tx(async (tx) => {
    for (const { kind, reference, ...due } of await claimDueContests(tx, dueBy)) {
      await tx.emit('case.due', { what: 'contest', id: due.id })
      const isScore = kind === 'score'
      await mailStaff(tx, {
        ...{ kind: isScore ? 'score_appeal' : 'contest', key: `${due.id}:reminder` },
        title: `${isScore ? 'Appeal' : 'Contest'} to answer ${left(due, today)}`,
        details: `${await whose(tx, due)}: ${labelOf(kind)}${isScore ? `, ${reference}` : ''}. The answer is due on ${dateText(due.dueOn)}.`,
        screen: isScore ? { path: '/scoring?show=appeals', label: 'Open the appeals' } : contests,
      })
    }
    for (const due of await claimDueComplaints(tx, dueBy)) {
      await tx.emit('case.due', { what: 'complaint', id: due.id })
      await mailStaff(tx, {
        ...{ kind: 'complaint', key: `${due.id}:reminder`, screen: complaints },
        title: `Complaint to answer ${left(due, today)}`,
        details: `Complaint no. ${due.id} about a call. The answer is due on ${dateText(due.dueOn)}.`,
      })
    }
  })
}

const whose = async (tx: Ctx, { brokerId }: DueCase): Promise<string> =>
  (await findContact(tx, { brokerId })).name || 'An applicant'

/** 'in 7 days', 'today', '2 days late' */
function left({ dueOn }: DueCase, today: string): string {
  const days = daysBetween(today, dueOn)
  if (days < 0) return `${-days} ${days === -1 ? 'day' : 'days'} late`
  return ['today', 'tomorrow'][days] ?? `in ${days} days`
}
