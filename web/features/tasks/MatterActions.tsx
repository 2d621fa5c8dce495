import { ArrowUpRight, Headset, Phone } from 'lucide-react'
import type { ReactElement } from 'react'
import { getBooking } from '#contract/bookings/bookings.ts'
import type { Task } from '#contract/tasks/tasks.ts'
import { useRecord } from '#web/api/use-read.ts'
import { RescheduleButton } from '#web/features/bookings/BookingActions.tsx'
import { formatPhone } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { matterOf, toRing } from './task-labels.ts'

/** The subject of the task, and a phone link where a person is to be called. */
export function MatterActions({ task }: { task: Task }): ReactElement {
  const { kind, phone, subject } = task
  const matter = matterOf(task)
  const isOutside = matter?.to.startsWith('/booking?') || matter?.to === '/booking'
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {phone !== null && toRing(task) && (
        <ButtonLink to={pathTo.callBack(task.id)} icon={Headset}>
          Prepare the call
        </ButtonLink>
      )}
      {phone !== null && toRing(task) && (
        <ButtonLink to={`tel:${phone}`} icon={Phone} reloadDocument>
          Ring {formatPhone(phone)}
        </ButtonLink>
      )}
      {(kind === 'meeting_differs' || kind === 'calendar_change') && subject && (
        <MoveMeetingButton bookingId={subject.id} />
      )}
      {matter && (
        <ButtonLink
          to={matter.to}
          icon={ArrowUpRight}
          {...(isOutside && { target: '_blank', rel: 'noopener' })}
        >
          {matter.label}
        </ButtonLink>
      )}
    </div>
  )
}

function MoveMeetingButton({ bookingId }: { bookingId: number }): ReactElement | null {
  const { data } = useRecord(getBooking, bookingId)
  return data ? <RescheduleButton booking={data} /> : null
}
