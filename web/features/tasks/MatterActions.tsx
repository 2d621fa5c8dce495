import { ArrowUpRight, Phone, PhoneCall } from 'lucide-react'
import type { ReactElement } from 'react'
import { getBooking } from '#contract/bookings.ts'
import { taskTerms } from '#contract/task-kinds.ts'
import type { Task } from '#contract/tasks.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRecord } from '#web/api/use-read.ts'
import { RescheduleButton } from '#web/features/bookings/BookingActions.tsx'
import { useTestCall } from '#web/features/brokers/use-test-call.tsx'
import { formatPhone } from '#web/lib/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { matterOf } from './task-labels.ts'

/** The subject of the task, and a phone link where a person is to be called. */
export function MatterActions({ task }: { task: Task }): ReactElement {
  const { kind, phone, broker, subject } = task
  const matter = matterOf(task)
  const isOutside = matter?.to.startsWith('/booking?') || matter?.to === '/booking'
  const toRing = taskTerms[kind].ring === true && phone !== null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {toRing && (
        <ButtonLink to={`tel:${phone}`} icon={Phone} reloadDocument>
          Ring {formatPhone(phone)}
        </ButtonLink>
      )}
      {toRing && broker && <TestCallButton broker={broker} />}
      {kind === 'meeting_differs' && subject && <MoveMeetingButton bookingId={subject.id} />}
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

/** The agent rings them with the script of the newest campaign; the rules of calling decide whether it may. */
function TestCallButton({ broker }: { broker: { id: number; name: string } }): ReactElement {
  const refusal = useRefusal('calls.dial')
  const call = useTestCall()
  return (
    <Button
      icon={PhoneCall}
      disabledReason={refusal}
      pending={call.pendingId !== null}
      pendingText="Calling..."
      onClick={() => void call.ask(broker)}
    >
      Test call
    </Button>
  )
}

function MoveMeetingButton({ bookingId }: { bookingId: number }): ReactElement | null {
  const { data } = useRecord(getBooking, bookingId)
  return data ? <RescheduleButton booking={data} /> : null
}
