/** Decides in which words a broker's timeline tells of a meeting. */
import { shortTime } from '#server/calendar/words.ts'

export interface MeetingActivity {
  bdmName: string
  start: Date
  /** The visitor's, where the timeline shows no broker. */
  visitor: string | null
  source: 'web' | 'call' | 'staff'
  /** The call's campaign. */
  campaign: string | null
  test: boolean
}

export type MeetingChange = 'moved' | 'cancelled' | 'held' | 'no_show'

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
  const description = `${whose(meeting)} booked for ${shortTime(meeting.start)}${where}`
  // meetings of test calls count in no figure
  return { type: meeting.test ? 'test_option_chosen' : 'meeting_booked', description }
}

export function changeText(change: MeetingChange, meeting: MeetingActivity): ActivityText {
  const when = shortTime(meeting.start)
  switch (change) {
    case 'moved':
      return { type: 'meeting_moved', description: `${whose(meeting)} moved to ${when}` }
    case 'cancelled':
      return { type: 'meeting_cancelled', description: `${whose(meeting)} on ${when} cancelled` }
    case 'held':
      return { type: 'meeting_held', description: `${whose(meeting)} on ${when} held` }
    case 'no_show':
      return { type: 'meeting_missed', description: `${whose(meeting)} on ${when} missed: nobody came` }
  }
}

/** Somebody asked for a meeting in a call and could not be given one. */
export function noTimeText(call: { campaign: string | null; test: boolean }): ActivityText {
  return {
    type: call.test ? 'test_option_chosen' : 'meeting_requested',
    description: `Asked for a meeting in the ${callName(call)}, and no time was free within 90 days: call back`,
  }
}
