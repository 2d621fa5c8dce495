// The words of a brief, on the page and in the mail.

import { monthName, shortDayName } from '#contract/calendar.ts'
import { callResponseLabels, outcomeTable } from '#contract/calls/calls.ts'
import { accreditationStateLabels } from '#contract/documents/documents.ts'
import { taskTerms } from '#contract/tasks/task-kinds.ts'
import type { BriefedMeeting, BriefFact } from './bdm-brief.ts'
import { meetingTypeLabels } from './bookings.ts'

/** What to know before a meeting, in the order in which it is needed. */
export function briefFacts(meeting: BriefedMeeting): BriefFact[] {
  return [
    { label: 'Meeting', value: meetingTypeLabels[meeting.meetingType] },
    { label: 'Last call', value: lastCallText(meeting) },
    { label: 'Asked for', value: wishesText(meeting) },
    { label: 'Score', value: scoreText(meeting) },
    { label: 'Documents', value: documentsText(meeting) },
    { label: 'Open tasks', value: tasksText(meeting) },
  ]
}

function lastCallText({ lastCall }: BriefedMeeting): string {
  if (!lastCall) return 'Not called yet'
  const { day, outcome, response, summary } = lastCall
  const result = response
    ? callResponseLabels[response]
    : outcome
      ? outcomeTable[outcome].label
      : 'In progress'
  return [`${shortDayName(day, true)}: ${result}`, summary].filter(Boolean).join('. ')
}

/** In the call, and in the form of the booking. */
function wishesText({ lastCall, agenda, note }: BriefedMeeting): string {
  const wish = lastCall?.response && callResponseLabels[lastCall.response]
  return [wish, agenda, note && `Note: ${note}`].filter(Boolean).join('. ') || 'Nothing noted'
}

const scoreText = ({ score }: BriefedMeeting): string =>
  score ? `${score.overall.toFixed(1)}, ${score.tier} (${monthName(score.month)})` : 'No score yet'

function documentsText({ documents }: BriefedMeeting): string {
  if (!documents) return 'No record'
  const { status, required, fulfilled, missing } = documents
  const counted = `${accreditationStateLabels[status]}: ${fulfilled} of ${required} required documents`
  return missing.length === 0 ? counted : `${counted}; missing ${missing.join(', ')}`
}

const tasksText = ({ tasks }: BriefedMeeting): string =>
  tasks.map(({ kind, details }) => `${taskTerms[kind].label}: ${details}`).join(' ') || 'None'
