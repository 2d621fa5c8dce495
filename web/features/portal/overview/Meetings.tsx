import { CalendarPlus, Video } from 'lucide-react'
import type { ReactElement } from 'react'
import { listOwnBookings, type OwnBooking } from '#contract/accreditations/portal.ts'
import { bookingStatusLabels, type MeetingType, meetingTypeLabels } from '#contract/bookings/bookings.ts'
import { type ListResult, useList } from '#web/api/use-read.ts'
import { personTime } from '#web/features/bookings/booking-labels.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'

const linkClass = 'link inline-flex min-h-11 items-center gap-1.5 font-medium underline-offset-4'

export const useOwnMeetings = (): ListResult<OwnBooking> => useList(listOwnBookings, { query: { limit: 20 } })

interface MeetingsProps {
  list: ListResult<OwnBooking>
  bookingUrl: string
}

/** The broker's meetings: upcoming ones shown, past ones collapsed. */
export function Meetings({ list, bookingUrl }: MeetingsProps): ReactElement {
  const now = Date.now()
  const isComing = ({ status, endsAt }: OwnBooking): boolean =>
    (status === 'booked' || status === 'unconfirmed') && Date.parse(endsAt) >= now
  const coming = (list.items ?? []).filter(isComing)
  const past = (list.items ?? []).filter((booking) => !isComing(booking))
  return (
    <Panel
      title="Meetings"
      actions={
        <a href={bookingUrl} className={linkClass}>
          <CalendarPlus aria-hidden className="size-5" strokeWidth={1.75} />
          Book a meeting
        </a>
      }
      flush
    >
      {list.items ? (
        <>
          {coming.length === 0 && <p className="p-4 text-ink-soft">No upcoming meetings.</p>}
          <ul aria-label="Upcoming meetings" className="divide-y divide-line">
            {coming.map((booking) => (
              <Meeting key={booking.id} booking={booking} />
            ))}
          </ul>
          {past.length > 0 && (
            <details className="border-t border-line">
              <summary className="min-h-11 px-4 py-2.5 font-medium text-link">Past meetings</summary>
              <ul className="divide-y divide-line">
                {past.map((booking) => (
                  <Meeting key={booking.id} booking={booking} isPast />
                ))}
              </ul>
              <MoreButton
                more={list}
                label="Show more meetings"
                size="lg"
                className="border-t border-line p-4"
              />
            </details>
          )}
        </>
      ) : list.error ? (
        <ErrorState title="Your meetings could not be loaded." error={list.error} onRetry={list.retry} />
      ) : (
        <Loading text="Loading meetings..." />
      )}
    </Panel>
  )
}

function Meeting({ booking, isPast }: { booking: OwnBooking; isPast?: boolean }): ReactElement {
  const { scheduledDate, meetingType, status, bdmName, videoLink, manageUrl, zone } = booking
  const types: Record<string, string> = meetingTypeLabels satisfies Record<MeetingType, string>
  const statuses: Record<string, string> = bookingStatusLabels
  return (
    <li className="p-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <time dateTime={scheduledDate}>{personTime(booking, zone)}</time>
        {(isPast || status === 'unconfirmed') && <Badge>{statuses[status] ?? 'Unknown'}</Badge>}
      </p>
      <p className="text-ink-soft">
        {types[meetingType] ?? meetingType} with {bdmName}
      </p>
      {!isPast && (videoLink || manageUrl) && (
        <p className="flex flex-wrap gap-x-5">
          {videoLink && (
            <a href={videoLink} target="_blank" rel="noreferrer" className={linkClass}>
              <Video aria-hidden className="size-5" strokeWidth={1.75} />
              Join the video call
            </a>
          )}
          {manageUrl && (
            <a href={manageUrl} className={linkClass}>
              {status === 'unconfirmed' ? 'Confirm or cancel' : 'Change or cancel'}
            </a>
          )}
        </p>
      )}
    </li>
  )
}
