import { type ReactElement, type RefObject, useEffect } from 'react'
import { CHECK_MAIL, registerBroker } from '#contract/accounts/broker-accounts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { EmailField, NewPasswordFields } from '#web/features/sign-in/CredentialFields.tsx'
import { SubmitButton } from '#web/features/sign-in/SubmitButton.tsx'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Form } from '#web/ui/Form.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import {
  emptyRegistration,
  membershipOptions,
  type Registration,
  regionOptions,
  registerSchema,
} from './register-form.ts'

const memberships = membershipOptions()

interface RegisterFormProps {
  /** Values typed earlier, kept when the form unmounts. */
  draft: RefObject<Registration>
  onRegistered: (email: string) => void
}

/** Requests an account; the link in the mail completes it. */
export function RegisterForm({ draft, onRegistered }: RegisterFormProps): ReactElement {
  const form = useZodForm(registerSchema, draft.current)
  const { getValues } = form
  useEffect(
    () => () => {
      draft.current = getValues()
    },
    [draft, getValues],
  )
  const send = form.handleSubmit(async ({ confirmPassword: _, ...body }) => {
    try {
      await call(registerBroker, { body })
    } catch (error) {
      toastError(messageOf(error, 'Failed to create account'), 'Registration Failed')
      showServerErrors(form, error)
      return
    }
    toast({ title: 'Registration Successful', message: CHECK_MAIL, tone: 'success' })
    form.reset(emptyRegistration)
    onRegistered(body.email)
  })
  return (
    <Form onSubmit={send} label="Register">
      <TextField label="Full Name" autoComplete="name" required {...field(form, 'name')} />
      <EmailField label="Email Address" autoComplete="email" {...field(form, 'email')} />
      <TextField label="Phone Number" type="tel" autoComplete="tel" required {...field(form, 'phone')} />
      <TextField label="Company/Brokerage" autoComplete="organization" {...field(form, 'company')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Region" options={regionOptions} {...field(form, 'region')} />
        <SelectField label="Membership" options={memberships} {...field(form, 'membership')} />
      </div>
      <TextField
        label="ASIC Number"
        autoComplete="off"
        help="Your credit representative or credit licence number."
        {...field(form, 'asicNumber')}
      />
      <NewPasswordFields
        label="Password"
        confirmLabel="Confirm Password"
        help="At least 8 characters."
        password={field(form, 'password')}
        confirmation={field(form, 'confirmPassword')}
      />
      <SubmitButton pending={form.formState.isSubmitting} pendingText="Creating Account...">
        Create Account
      </SubmitButton>
    </Form>
  )
}
