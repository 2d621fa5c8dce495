import { z } from 'zod'
import { attendeeOptions, bookingFields, type MeetingType, meetingTypeLabels } from '#contract/bookings.ts'
import { withoutAddresses } from '#contract/text-fields.ts'
import type { FormTexts } from '#web/features/site/forms/form-values.ts'

/** A visitor who came without a link says who they are. */
export const visitorFields = bookingFields.extend({
  name: withoutAddresses(
    z.string('Name is required').trim().min(1, 'Name is required').max(200, 'At most 200 characters'),
  ),
  email: z
    .string('Valid email is required')
    .trim()
    .max(320, 'At most 320 characters')
    .pipe(z.email('Valid email is required')),
  phone: z
    .string('Phone number is required')
    .trim()
    .min(1, 'Phone number is required')
    .max(60, 'At most 60 characters'),
})

export const typeOptions = Object.entries(meetingTypeLabels).map(([value, label]) => ({ value, label }))

/** What stands in the form at the start. */
export const startTexts: FormTexts = {
  meetingType: 'product-discussion' satisfies MeetingType,
  attendees: String(attendeeOptions[0].value),
  agenda: '',
  name: '',
  email: '',
  phone: '',
  website: '',
}

/** '4' → '4+ people' */
export function attendeesLabel(count: number): string {
  return attendeeOptions.find((option) => option.value === count)?.label ?? String(count)
}
