import type { ReactElement } from 'react'
import { attendeeOptions } from '#contract/bookings/bookings.ts'
import type { BoundField } from '#web/features/site/forms/use-site-form.ts'
import { HiddenField } from '#web/features/site/ui/HiddenField.tsx'
import { SelectField } from '#web/features/site/ui/SelectField.tsx'
import { TextAreaField, TextField } from '#web/features/site/ui/TextField.tsx'
import { typeOptions } from './booking-form.ts'

type Bind = (name: string) => BoundField

/** Fields for the subject of the meeting. */
export function MeetingFields({ bind }: { bind: Bind }): ReactElement {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField label="Meeting type" required options={typeOptions} {...bind('meetingType')} />
      <SelectField label="Number of attendees" required options={attendeeOptions} {...bind('attendees')} />
      <TextAreaField
        label="Agenda (optional)"
        help="What you would like to discuss, so the BDM can prepare."
        className="sm:col-span-2"
        {...bind('agenda')}
      />
      <HiddenField name="formCheck" />
    </div>
  )
}

/** The attendee, only when the link does not identify one. */
export function VisitorFields({ bind }: { bind: Bind }): ReactElement {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="Your name" required autoComplete="name" className="sm:col-span-2" {...bind('name')} />
      <TextField
        label="Email address"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        help="The confirmation and the video link go here."
        {...bind('email')}
      />
      <TextField
        label="Phone number"
        required
        type="tel"
        autoComplete="tel"
        help="In case we need to reach you."
        {...bind('phone')}
      />
    </div>
  )
}
