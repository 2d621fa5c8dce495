/** Decides how a broker's timeline describes a meeting. */
import { HORIZON_DAYS } from '#contract/bookings/bookings.ts'
import { shortTime, spokenBefore } from '#server/calendar/words.ts'

export interface MeetingActivity {
  bdmName: string
  start: Date
  /** The start that was confirmed in the call, where another one had to be booked. */
  saidStart: Date | null
  /** The visitor's name; null if the meeting has a broker, whose timeline needs no name. */
  visitor: string | null
  source: 'web' | 'call' | 'staff'
  /** The call's campaign. */
  campaign: string | null
  test: boolean
  /** When the activity is written. */
  now: Date
}

export type MeetingChange = 'moved' | 'cancelled' | 'held' | 'no_show' | 'reopened'

export interface ActivityText {
  type: string
  description: string
}

const callName = ({ test, campaign }: Pick<MeetingActivity, 'test' | 'campaign'>): string => {
  if (test) return 'test call'
  return campaign ? `${campaign} call` : 'call'
}

const whose = ({ visitor, bdmName }: MeetingActivity): string =>
  visitor ? `Meeting of ${visitor} with ${bdmName}` : `Meeting with ${bdmName}`

/** 'Meeting with Dana Cole booked for Tue 24 Nov, 10:00 am AEDT in the Premium Home Loan call' */
export function bookedText(meeting: MeetingActivity): ActivityText {
  const where = { web: '', call: ` in the ${callName(meeting)}`, staff: ' by staff' }[meeting.source]
  const changed = meeting.saidStart ? `, changed from ${spokenBefore(meeting.saidStart, meeting.start)}` : ''
  const description = `${whose(meeting)} booked for ${shortTime(meeting.start, meeting.now)}${where}${changed}`
  // meetings of test calls are not counted in reports
  return { type: meeting.test ? 'test_option_chosen' : 'meeting_booked', description }
}

export function changeText(
  change: MeetingChange,
  meeting: MeetingActivity & { /** In their own calendar. */ byBdm: boolean },
): ActivityText {
  const by = meeting.byBdm ? ` by ${meeting.bdmName} in their own calendar` : ''
  const when = shortTime(meeting.start, meeting.now)
  switch (change) {
    case 'moved':
      return { type: 'meeting_moved', description: `${whose(meeting)} moved to ${when}${by}` }
    case 'cancelled':
      return { type: 'meeting_cancelled', description: `${whose(meeting)} on ${when} cancelled${by}` }
    case 'held':
      return { type: 'meeting_held', description: `${whose(meeting)} on ${when} held` }
    case 'no_show':
      return { type: 'meeting_missed', description: `${whose(meeting)} on ${when} missed: no-show` }
    case 'reopened':
      return { type: 'meeting_reopened', description: `${whose(meeting)} on ${when}: outcome taken back` }
  }
}

/** A meeting was requested in a call, without a time that was accepted. */
export function requestText(call: { campaign: string | null; test: boolean }): ActivityText {
  return {
    type: call.test ? 'test_option_chosen' : 'meeting_requested',
    description: `Asked for a meeting in the ${callName(call)} and accepted no time: call back`,
  }
}

/** A meeting requested in a call could not be booked. */
export function noTimeText(call: { campaign: string | null; test: boolean }): ActivityText {
  return {
    type: call.test ? 'test_option_chosen' : 'meeting_requested',
    description: `Asked for a meeting in the ${callName(call)}, but no time was free within ${HORIZON_DAYS} days: call back`,
  }
}
