import { type ReactElement, useState } from 'react'
import { listBdms } from '#contract/bookings/bdms.ts'
import {
  attendeeOptions,
  BOOKING_ZONE,
  HORIZON_DAYS,
  MAX_AGENDA,
  type MeetingType,
  meetingTypeLabels,
  meetingTypes,
} from '#contract/bookings/bookings.ts'
import { bookForBroker, freeTimes } from '#contract/bookings/staff-bookings.ts'
import { addDays } from '#contract/calendar.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { BrokerPicker, type PickedBroker } from '#web/features/brokers/BrokerPicker.tsx'
import { dayIn } from '#web/lib/zoned-days.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { meetingTime } from './booking-labels.ts'
import { BOOKING_REFRESHES } from './booking-refreshes.ts'
import { chosenTime, dayOptions, freeDays } from './reschedule-choice.ts'

/** A free time of the week from which the dialog was opened. */
export interface FreeTime {
  start: string
  bdmId: number
}

interface BookForBrokerDialogProps {
  time?: FreeTime
  /** From the broker's page. */
  broker?: PickedBroker
  onClose: () => void
}

const ANYONE = ''

const typeOptions = meetingTypes.map((value) => ({ value, label: meetingTypeLabels[value] }))
const attendees = attendeeOptions.map(({ value, label }) => ({ value: String(value), label }))

/** Books a meeting for a broker, such as one who is on the phone. */
export function BookForBrokerDialog({
  time,
  broker: given,
  onClose,
}: BookForBrokerDialogProps): ReactElement {
  const [broker, setBroker] = useState<PickedBroker | null>(given ?? null)
  const [bdm, setBdm] = useState(time ? String(time.bdmId) : ANYONE)
  const [today] = useState(() => dayIn(BOOKING_ZONE, Date.now()))
  const [wanted, setWanted] = useState({
    day: time ? dayIn(BOOKING_ZONE, time.start) : '',
    start: time?.start ?? '',
  })
  const [meetingType, setType] = useState<MeetingType>('product-discussion')
  const [people, setPeople] = useState('1')
  const [agenda, setAgenda] = useState('')
  const [isAsked, setAsked] = useState(false)
  const bdmId = bdm === ANYONE ? undefined : Number(bdm)
  const bdms = useRead(listBdms)
  const times = useRead(
    freeTimes,
    { query: { from: today, to: addDays(today, HORIZON_DAYS), ...(bdmId !== undefined && { bdmId }) } },
    { keep: true },
  )
  const days = freeDays(times.data ?? [], null)
  const { day, start, times: starts, isGone } = chosenTime(days, wanted, null)
  const book = useWrite(bookForBroker, {
    refresh: BOOKING_REFRESHES,
    onSuccess: (made) => {
      toastSuccess(`Meeting booked for ${made.name}: ${meetingTime(made)} with ${made.bdm.name}`)
      onClose()
    },
    onError: (error) => {
      toastError(messageOf(error, 'Failed to book meeting'), 'Booking Failed')
      void times.refetch()
    },
  })
  const none = times.isSuccess && days.length === 0
  return (
    <FormDialog
      title="Book for a broker"
      description="The broker and the BDM get the invitation as from the booking page."
      onClose={onClose}
      dirty={agenda !== '' || (broker !== null && !given)}
      write={book}
      submit="Book meeting"
      pendingText="Booking..."
      disabled={!times.isSuccess || start === ''}
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (!broker) return
        book.mutate({
          body: {
            ...{ brokerId: broker.id, scheduledDate: start, meetingType, attendees: Number(people), agenda },
            ...(bdmId !== undefined && { bdmId }),
          },
        })
      }}
    >
      <BrokerPicker
        label="Broker"
        required
        value={broker}
        onChange={setBroker}
        {...(isAsked && !broker && { error: 'Choose a broker' })}
      />
      <SelectField
        label="BDM"
        options={[
          { value: ANYONE, label: 'The broker’s own BDM, or another who is free' },
          ...(bdms.data ?? [])
            .filter(({ active }) => active)
            .map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={bdm}
        error={none ? `No free time in the next ${HORIZON_DAYS} days. Choose another BDM.` : undefined}
        onChange={({ target }) => setBdm(target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Day"
          options={times.isPending ? [{ value: '', label: 'Loading times...' }] : dayOptions(days)}
          value={day}
          disabled={days.length === 0}
          onChange={({ target }) => setWanted({ day: target.value, start: '' })}
        />
        <SelectField
          label="Time"
          help="Sydney time"
          options={starts}
          value={start}
          disabled={starts.length === 0}
          error={isGone && times.isSuccess ? 'That time is not free. Choose another.' : undefined}
          onChange={({ target }) => setWanted({ day, start: target.value })}
        />
        <SelectField
          label="Meeting type"
          options={typeOptions}
          value={meetingType}
          onChange={({ target }) =>
            setType(meetingTypes.find((each) => each === target.value) ?? meetingType)
          }
        />
        <SelectField
          label="Number of attendees"
          options={attendees}
          value={people}
          onChange={({ target }) => setPeople(target.value)}
        />
      </div>
      <TextAreaField
        label="Agenda"
        rows={3}
        maxLength={MAX_AGENDA}
        value={agenda}
        onChange={({ target }) => setAgenda(target.value)}
      />
    </FormDialog>
  )
}
