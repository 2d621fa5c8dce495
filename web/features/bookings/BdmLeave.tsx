import { CalendarOff, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { type Bdm, removeLeave } from '#contract/bookings/bdms.ts'
import { listBookings } from '#contract/bookings/booking-list.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Conflicts } from './Conflicts.tsx'
import { isInLeave, leaveDays, leaveText } from './leave-form.ts'

const AddLeaveDialog = lazyDialog(async () => (await import('./AddLeaveDialog.tsx')).AddLeaveDialog)

type Leave = Bdm['leave'][number]

/** The BDM's leave, with meetings that are still booked into it. */
export function BdmLeave({ bdm }: { bdm: Bdm }): ReactElement {
  const [isAdding, setAdding] = useState(false)
  const refusal = useRefusal('bookings.write')
  return (
    <PanelSection
      title="Leave"
      aside={
        <Button size="sm" icon={CalendarOff} disabledReason={refusal} onClick={() => setAdding(true)}>
          Add leave
        </Button>
      }
    >
      {bdm.leave.length === 0 && <p className="text-ink-soft">No leave.</p>}
      {bdm.leave.length > 0 && (
        <ul aria-label="Leave" className="flex flex-col divide-y divide-line">
          {bdm.leave.map((leave) => (
            <LeaveItem key={leave.id} bdm={bdm} leave={leave} refusal={refusal} />
          ))}
        </ul>
      )}
      {isAdding && <AddLeaveDialog bdm={bdm} onClose={() => setAdding(false)} />}
    </PanelSection>
  )
}

interface LeaveItemProps {
  bdm: Bdm
  leave: Leave
  refusal: string | null
}

function LeaveItem({ bdm, leave, refusal }: LeaveItemProps): ReactElement {
  const remove = useWrite(removeLeave, {
    onSuccess: () => toastSuccess('Leave removed. The time can be booked again.'),
    onError: (error) => toastError(messageOf(error, 'Failed to remove the leave')),
  })
  const text = leaveText(leave)
  return (
    <li className="py-2 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0">
          <span className="tabular block font-medium">{text}</span>
          <span className="block break-words text-ink-soft">{leave.reason}</span>
        </p>
        <IconButton
          label={`Remove leave ${text}`}
          icon={X}
          size="sm"
          pending={remove.isPending}
          disabledReason={refusal}
          onClick={() => remove.mutate({ params: { id: bdm.id, leaveId: leave.id } })}
        />
      </div>
      <Conflicts bookings={useConflicts(bdm, leave)} />
    </li>
  )
}

/** Meetings of the BDM that are booked into the leave. */
function useConflicts(bdm: Bdm, leave: Leave): readonly Booking[] {
  const [from, to] = leaveDays(leave)
  const { data } = useRead(listBookings, {
    query: { bdmId: bdm.id, status: 'booked', from, to, sort: 'scheduledDate', limit: 50 },
  })
  return data?.filter((booking) => isInLeave(booking, leave)) ?? []
}
