import { type ReactElement, useState } from 'react'
import { applicationMemberships } from '#contract/accreditations/accreditations.ts'
import type { BoundField } from '#web/features/site/forms/use-site-form.ts'
import { HiddenField } from '#web/features/site/ui/HiddenField.tsx'
import { SelectField } from '#web/features/site/ui/SelectField.tsx'
import { TextField } from '#web/features/site/ui/TextField.tsx'
import { RegisterHint } from './RegisterHint.tsx'

const memberships = applicationMemberships.map((value) => ({ value, label: value }))

interface ApplicantFieldsProps {
  bind: (name: string) => BoundField
  /** Puts texts into fields that are empty. */
  fill: (values: Record<string, string>) => void
}

/** The applicant and their licence. */
export function ApplicantFields({ bind, fill }: ApplicantFieldsProps): ReactElement {
  const [number, setNumber] = useState('')
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
        help="For the link to your draft and our decision."
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
      <SelectField
        label="Membership"
        required
        help="Your industry association."
        placeholder="Choose one"
        options={memberships}
        {...bind('membership')}
      />
      <TextField
        label="ASIC number"
        required
        autoComplete="off"
        help="Credit representative or licence number."
        {...bind('asicNumber')}
        onBlur={({ currentTarget }) => setNumber(currentTarget.value)}
      />
      <RegisterHint number={number} onFill={fill} />
      <HiddenField name="formCheck" />
    </div>
  )
}
