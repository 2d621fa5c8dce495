import { type ReactElement, useState } from 'react'
import type { Bdm } from '#contract/bookings/bdms.ts'
import { calendarAccess, connectCalendar, listCalendars } from '#contract/bookings/calendar-connections.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

interface ConnectCaldavDialogProps {
  bdm: Bdm
  onClose: () => void
}

const empty = { address: '', user: '', password: '' }

/** Signs in to a CalDAV server, and connects one of the calendars found there; mounted while it is open. */
export function ConnectCaldavDialog({ bdm, onClose }: ConnectCaldavDialogProps): ReactElement {
  const [calendars, setCalendars] = useState<AnswerOf<typeof listCalendars> | null>(null)
  const [calendarId, setCalendarId] = useState('')
  const form = useZodForm(calendarAccess, { ...empty, user: bdm.email })
  const find = useFormWrite(form, listCalendars, {
    failure: 'Failed to read the calendars',
    onSuccess: (found) => {
      setCalendars(found)
      setCalendarId(found[0]?.id ?? '')
    },
  })
  const connect = useFormWrite(form, connectCalendar, {
    success: 'Calendar connected',
    failure: 'Failed to connect the calendar',
    onSuccess: onClose,
  })
  const params = { id: bdm.id }
  const submit = form.handleSubmit((access) => {
    if (calendars === null || calendars.length === 0) find.mutate({ params, body: access })
    else connect.mutate({ params, body: { ...access, calendarId } })
  })
  const isFound = calendars !== null && calendars.length > 0
  return (
    <FormDialog
      onClose={onClose}
      title={`Connect the calendar of ${bdm.name}`}
      description="Meetings are written into it, and its busy times are not offered. For iCloud, Fastmail, Nextcloud and other CalDAV servers."
      dirty={form.formState.isDirty}
      keepAs={false}
      write={isFound ? connect : find}
      submit={isFound ? 'Connect' : 'Find Calendars'}
      pendingText={isFound ? 'Connecting...' : 'Searching...'}
      formClass="flex flex-col gap-4"
      onSubmit={submit}
    >
      {/* a list found with another sign-in is out of date */}
      <div className="flex flex-col gap-4" onChange={() => setCalendars(null)}>
        <TextField
          label="Server"
          required
          autoComplete="off"
          placeholder="caldav.example.com"
          help="The address that other calendar programs are set up with."
          {...field(form, 'address')}
        />
        <TextField label="User name" required autoComplete="off" {...field(form, 'user')} />
        <TextField
          label="Password"
          type="password"
          required
          autoComplete="off"
          help="With two-factor sign-in, make an app password at the service. It is stored encrypted."
          {...field(form, 'password')}
        />
      </div>
      {calendars?.length === 0 && (
        <p role="status">This sign-in opens no calendar that can be written to. Add one at the service.</p>
      )}
      {isFound && (
        <SelectField
          label="Calendar"
          required
          options={calendars.map(({ id, name }) => ({ value: id, label: name }))}
          value={calendarId}
          onChange={(event) => setCalendarId(event.target.value)}
        />
      )}
    </FormDialog>
  )
}
