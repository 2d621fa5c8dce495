import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import type { dashboardToday } from '#contract/dashboard/today.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { resumeText } from '#web/features/campaigns/campaign-state.ts'
import { countOf } from '#web/lib/format.ts'

type Overnight = AnswerOf<typeof dashboardToday>['overnight']

/** 'Since Mon 5:00 pm: 120 calls, 31 responses, 4 meetings booked'; only what happened is named. */
export function overnightText({ since, ...counts }: Overnight): string {
  const parts = [
    counts.calls > 0 && countOf(counts.calls, 'call'),
    counts.responses > 0 && countOf(counts.responses, 'response'),
    counts.meetings > 0 && countOf(counts.meetings, 'meeting booked', 'meetings booked'),
    counts.applications > 0 && countOf(counts.applications, 'application'),
    counts.optOuts > 0 && countOf(counts.optOuts, 'opt-out'),
    counts.documents > 0 && countOf(counts.documents, 'document uploaded', 'documents uploaded'),
  ].filter(Boolean)
  const from = `Since ${resumeText(since, BOOKING_ZONE, Date.parse(since))}`
  return parts.length === 0 ? `${from}: nothing new` : `${from}: ${parts.join(', ')}`
}
