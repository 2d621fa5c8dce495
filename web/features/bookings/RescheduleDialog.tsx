import { type ReactElement, useState } from 'react'
import { listBdms } from '#contract/bookings/bdms.ts'
import {
  BOOKING_ZONE,
  type Booking,
  bookingTimes,
  HORIZON_DAYS,
  rescheduleBooking,
} from '#contract/bookings/bookings.ts'
import { addDays } from '#contract/calendar.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useEdit } from '#web/lib/use-edit.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import { meetingTime } from './booking-labels.ts'
import { BOOKING_REFRESHES } from './booking-refreshes.ts'
import { chosenTime, dayOptions, freeDays } from './reschedule-choice.ts'

const ANYONE = ''

interface RescheduleDialogProps {
  booking: Booking
  onClose: () => void
}

const whenAndWho = (booking: Booking) => ({ meeting: `${meetingTime(booking)} with ${booking.bdm.name}` })

/** Moves a meeting to another time or BDM, among the times that are free. */
export function RescheduleDialog({ booking, onClose }: RescheduleDialogProps): ReactElement {
  const [bdm, setBdm] = useState(String(booking.bdm.id))
  const [wanted, setWanted] = useState({ day: '', start: '', bdm })
  const [today] = useState(() => dayIn(BOOKING_ZONE, Date.now()))
  const bdms = useRead(listBdms)
  const bdmId = bdm === ANYONE ? undefined : Number(bdm)
  const times = useRead(bookingTimes, {
    params: { id: booking.id },
    query: { from: today, to: addDays(today, HORIZON_DAYS), ...(bdmId !== undefined && { bdmId }) },
  })
  // another BDM can take over at the same time
  const stays = bdmId === undefined || bdmId === booking.bdm.id
  const days = freeDays(times.data ?? [], stays ? booking.scheduledDate : null)
  const { day, start, times: starts, isGone } = chosenTime(days, wanted, booking.scheduledDate)
  const [shown] = useState(booking)
  const edit = useEdit(
    rescheduleBooking,
    { values: () => whenAndWho(shown), show: () => undefined, isShownOnly: true },
    { record: booking, toForm: whenAndWho },
  )
  const move = useWrite(rescheduleBooking, {
    edit,
    refresh: BOOKING_REFRESHES,
    onSuccess: (moved) => {
      toastSuccess(`Meeting rescheduled to ${meetingTime(moved)} with ${moved.bdm.name}`)
      onClose()
    },
    onError: () => void times.refetch(),
  })
  const options = (bdms.data ?? [booking.bdm])
    .filter((each) => !('active' in each) || each.active || each.id === booking.bdm.id)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const problem =
    times.isSuccess && days.length === 0
      ? `No free time in the next ${HORIZON_DAYS} days. Choose another BDM.`
      : undefined
  const goneText =
    wanted.bdm === bdm
      ? 'That time was just taken. Choose another.'
      : 'That time is not free with this BDM. Choose another.'
  const refused = move.error ? messageOf(move.error, 'Failed to reschedule the meeting') : undefined
  const timeProblem = refused ?? (isGone ? goneText : undefined)
  return (
    <FormDialog
      onClose={onClose}
      title={`Reschedule the meeting with ${booking.name}`}
      description={`It is on ${meetingTime(booking)} with ${booking.bdm.name}. ${booking.name} and the BDM will be told of the change.`}
      dirty={wanted.start !== ''}
      write={move}
      edit={edit}
      submit="Reschedule meeting"
      pendingText="Rescheduling..."
      disabled={start === ''}
      onSubmit={(event) => {
        event.preventDefault()
        move.mutate({
          params: { id: booking.id },
          body: {
            scheduledDate: start,
            ...(bdmId !== undefined && { bdmId }),
            was: { scheduledDate: booking.scheduledDate, bdmId: booking.bdm.id },
          },
        })
      }}
    >
      <SelectField
        label="BDM"
        options={[{ value: ANYONE, label: 'Anyone who is free' }, ...options]}
        value={bdm}
        error={problem}
        onChange={({ target }) => setBdm(target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Day"
          options={
            times.isPending
              ? [{ value: '', label: 'Loading times...' }]
              : [...(day === '' ? [{ value: '', label: 'Choose a day' }] : []), ...dayOptions(days)]
          }
          value={day}
          disabled={days.length === 0}
          onChange={({ target }) => setWanted({ day: target.value, start: '', bdm })}
        />
        <SelectField
          label="Time"
          help="Sydney time"
          options={starts}
          value={start}
          disabled={day === ''}
          error={timeProblem}
          onChange={({ target }) => setWanted({ day, start: target.value, bdm })}
        />
      </div>
    </FormDialog>
  )
}
