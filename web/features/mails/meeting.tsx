import type { ReactElement } from 'react'
import type { BookingMail } from '#contract/bookings/booking-mail.ts'
import { meetingTypeLabels } from '#contract/bookings/bookings.ts'
import { webLink } from '#web/features/site/links.ts'
import { oneLine, quoted } from './mail.ts'
import { Facts, MailLink } from './parts.tsx'

type Meeting = Omit<BookingMail, 'manageUrl' | 'videoLink'> & {
  /** Left out where the meeting will not take place. */
  videoLink?: string | null
}

const labels: Record<string, string> = meetingTypeLabels
export const typeOf = ({ meetingType }: Meeting): string => labels[meetingType] ?? oneLine(meetingType)

const NO_LINK = 'Video call (link will be sent)'

/** The meeting details for the HTML part. */
export function MeetingFacts({ meeting }: { meeting: Meeting }): ReactElement {
  const { videoLink } = meeting
  const facts: [string, string | ReactElement][] = [
    ['When', oneLine(meeting.when)],
    ['With', oneLine(meeting.bdmName)],
    ['About', typeOf(meeting)],
    ['Attendees', oneLine(meeting.attendees)],
  ]
  if (videoLink !== undefined) {
    const address = webLink(videoLink)
    const link = address && <MailLink href={address}>{address}</MailLink>
    facts.push(['Video call', link ?? NO_LINK])
  }
  if (meeting.agenda) facts.push(['Agenda', meeting.agenda])
  return <Facts facts={facts} />
}

/** The same for the text part. */
export function meetingLines(meeting: Meeting): string {
  const { videoLink } = meeting
  const lines = [
    `When: ${oneLine(meeting.when)}`,
    `With: ${oneLine(meeting.bdmName)}`,
    `About: ${typeOf(meeting)}`,
    `Attendees: ${oneLine(meeting.attendees)}`,
  ]
  if (videoLink !== undefined) lines.push(`Video call: ${webLink(videoLink) ?? 'link will be sent'}`)
  if (meeting.agenda) lines.push('Agenda:', quoted(meeting.agenda))
  return lines.join('\n')
}
