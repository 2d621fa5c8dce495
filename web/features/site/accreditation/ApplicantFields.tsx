import type { ReactElement } from 'react'
import { applicationMemberships } from '#contract/accreditations.ts'
import type { BoundField } from '#web/features/site/forms/use-site-form.ts'
import { HiddenField } from '#web/features/site/ui/HiddenField.tsx'
import { SelectField } from '#web/features/site/ui/SelectField.tsx'
import { TextField } from '#web/features/site/ui/TextField.tsx'

const memberships = applicationMemberships.map((value) => ({ value, label: value }))

/** The applicant and their licence. */
export function ApplicantFields({ bind }: { bind: (name: string) => BoundField }): ReactElement {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="First name" required autoComplete="given-name" {...bind('firstName')} />
      <TextField label="Last name" required autoComplete="family-name" {...bind('lastName')} />
      <TextField
        label="Email"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        help="We send the link to your draft and our decision here."
        {...bind('email')}
      />
      <TextField label="Phone" required type="tel" autoComplete="tel" {...bind('phone')} />
      <TextField
        label="Company"
        required
        autoComplete="organization"
        className="sm:col-span-2"
        {...bind('company')}
      />
      <TextField
        label="ASIC number"
        required
        autoComplete="off"
        help="Your credit representative or credit licence number."
        {...bind('asicNumber')}
      />
      <SelectField
        label="Membership"
        required
        placeholder="Choose one"
        options={memberships}
        {...bind('membership')}
      />
      <HiddenField name="website" />
    </div>
  )
}
