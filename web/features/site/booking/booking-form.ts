import {
  attendeeOptions,
  bookingFields,
  type MeetingType,
  meetingTypeLabels,
} from '#contract/bookings/bookings.ts'
import { emailField } from '#contract/email.ts'
import { line, withoutAddresses } from '#contract/text-fields.ts'
import type { FormTexts } from '#web/features/site/forms/form-values.ts'

/** A visitor without a link enters name and contact details. */
export const visitorFields = bookingFields.extend({
  name: withoutAddresses(
    line('Name is required').min(1, 'Name is required').max(200, 'At most 200 characters'),
  ),
  email: emailField(),
  phone: line('Phone number is required').min(1, 'Phone number is required').max(60, 'At most 60 characters'),
})

export const typeOptions = Object.entries(meetingTypeLabels).map(([value, label]) => ({ value, label }))

/** Initial values of the form. */
export const startTexts: FormTexts = {
  meetingType: 'product-discussion' satisfies MeetingType,
  attendees: String(attendeeOptions[0].value),
  agenda: '',
  name: '',
  email: '',
  phone: '',
  formCheck: '',
}

/** '4' → '4+ people' */
export function attendeesLabel(count: number): string {
  return attendeeOptions.find((option) => option.value === count)?.label ?? String(count)
}
