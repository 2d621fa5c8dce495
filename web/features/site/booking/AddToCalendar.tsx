import { CalendarPlus } from 'lucide-react'
import type { ReactElement } from 'react'
import { type MeetingType, meetingTypeLabels } from '#contract/bookings/bookings.ts'
import { CALENDAR_FILE } from '#contract/bookings/managed-bookings.ts'
import { buttonClass } from '#web/features/site/ui/Button.tsx'
import { googleCalendarUrl, outlookCalendarUrl } from './calendar-links.ts'

interface AddToCalendarProps {
  /** Of the page that manages the meeting. */
  manageUrl: string
  meeting: { scheduledDate: string; meetingType: MeetingType; bdmName: string }
  videoLink: string | null
  lender: string
}

/**
 * The meeting for the visitor's own calendar. The file has the invitation's UID, so that the calendar contains it once.
 */
export function AddToCalendar({ manageUrl, meeting, videoLink, lender }: AddToCalendarProps): ReactElement {
  const event = {
    start: meeting.scheduledDate,
    title: `${meetingTypeLabels[meeting.meetingType]} with ${meeting.bdmName}, ${lender}`,
    details: [videoLink && `Video call: ${videoLink}`, `Change or cancel: ${manageUrl}`]
      .filter(Boolean)
      .join('\n'),
    location: videoLink ?? 'Video call',
  }
  const outside = { target: '_blank', rel: 'noopener noreferrer' }
  const ways = [
    { label: 'Calendar file', href: `${manageUrl}/${CALENDAR_FILE}`, how: { download: CALENDAR_FILE } },
    { label: 'Google', href: googleCalendarUrl(event), how: outside },
    { label: 'Outlook', href: outlookCalendarUrl(event), how: outside },
  ]
  return (
    <section aria-label="Add to calendar" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex items-center gap-2 font-semibold">
        <CalendarPlus aria-hidden className="size-5" strokeWidth={1.75} />
        Add to calendar
      </p>
      {ways.map(({ label, href, how }) => (
        <a key={label} href={href} {...how} className={buttonClass('secondary')}>
          {label}
        </a>
      ))}
    </section>
  )
}
