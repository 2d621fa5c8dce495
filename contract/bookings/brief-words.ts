// The words of a brief, on the page and in the mail.

import { monthName, shortDayName } from '#contract/calendar.ts'
import { callResponseLabels, outcomeTable } from '#contract/calls/calls.ts'
import { accreditationStateLabels } from '#contract/documents/documents.ts'
import { taskTerms } from '#contract/tasks/task-kinds.ts'
import type { BriefedMeeting, BriefFact } from './bdm-brief.ts'
import { meetingTypeLabels } from './bookings.ts'

/** What to know before a meeting, in the order in which it is needed. */
export function briefFacts(meeting: BriefedMeeting): BriefFact[] {
  const wishes = wishesText(meeting)
  return [
    { label: 'Meeting', value: meetingTypeLabels[meeting.meetingType] },
    { label: 'Last call', value: lastCallText(meeting) },
    ...(wishes === '' ? [] : [{ label: 'Asked for', value: wishes }]),
    { label: 'Score', value: scoreText(meeting) },
    { label: 'Documents', value: documentsText(meeting) },
    { label: 'Open tasks', value: tasksText(meeting) },
  ]
}

function lastCallText({ lastCall }: BriefedMeeting): string {
  if (!lastCall) return 'Not called yet'
  const { day, outcome, summary } = lastCall
  const result = outcome ? outcomeTable[outcome].label : 'In progress'
  return [`${shortDayName(day, true)}: ${result}`, summary].filter(Boolean).join('. ')
}

/** In the call, and in the form of the booking. The wish for a meeting is left out: this is the meeting. */
function wishesText({ lastCall, agenda, note }: BriefedMeeting): string {
  const response = lastCall?.response
  const wish = response && response !== 'option_2' && callResponseLabels[response]
  return [wish, agenda, note && `Note: ${note}`].filter(Boolean).join('. ')
}

const scoreText = ({ score }: BriefedMeeting): string =>
  score ? `${score.overall.toFixed(1)}, ${score.tier} (${monthName(score.month)})` : 'No score yet'

/** Number of missing documents that are named; more of them are counted only. */
const MOST_NAMED = 3

function documentsText({ documents }: BriefedMeeting): string {
  if (!documents) return 'No record'
  const { status, required, fulfilled, missing } = documents
  const counted = `${accreditationStateLabels[status]}: ${fulfilled} of ${required} required documents`
  return missing.length === 0 || missing.length > MOST_NAMED
    ? counted
    : `${counted}; missing ${missing.join(', ')}`
}

const tasksText = ({ tasks }: BriefedMeeting): string =>
  tasks.map(({ kind, details }) => `${taskTerms[kind].label}: ${details}`).join(' ') || 'None'
