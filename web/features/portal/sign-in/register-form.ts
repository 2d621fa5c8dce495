import type { z } from 'zod'
import { portalMemberships, registerBody } from '#contract/accounts/broker-accounts.ts'
import { regions } from '#contract/brokers/brokers.ts'
import { withConfirmation } from '#web/features/sign-in/password-rules.ts'
import type { Option } from '#web/ui/SelectField.tsx'

export const registerSchema = withConfirmation(registerBody, 'password')

export type Registration = z.input<typeof registerSchema>

export const emptyRegistration: Registration = {
  name: '',
  email: '',
  phone: '',
  company: '',
  region: '',
  membership: '',
  asicNumber: '',
  password: '',
  confirmPassword: '',
}

export const regionOptions: readonly Option[] = [
  { value: '', label: 'Not specified' },
  ...regions.map((value) => ({ value, label: value })),
]

/** The portal's choices, plus a stored value that is not among them. */
export function membershipOptions(stored?: string | null): Option[] {
  const known: readonly string[] = portalMemberships
  const others = stored && !known.includes(stored) ? [stored] : []
  return [
    { value: '', label: 'Not specified' },
    ...[...known, ...others].map((value) => ({ value, label: value })),
  ]
}
