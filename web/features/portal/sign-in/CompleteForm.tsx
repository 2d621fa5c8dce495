import type { ReactElement } from 'react'
import { z } from 'zod'
import { type checkRegistration, verifyBroker } from '#contract/accounts/broker-accounts.ts'
import { newPassword } from '#contract/accounts/own-account.ts'
import { messageOf } from '#web/api/api-error.ts'
import { type AnswerOf, call } from '#web/api/call.ts'
import { PasswordField } from '#web/features/sign-in/CredentialFields.tsx'
import { SubmitButton } from '#web/features/sign-in/SubmitButton.tsx'
import { useAttempt } from '#web/features/sign-in/use-attempt.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { formatPhone } from '#web/lib/format.ts'
import { Form } from '#web/ui/Form.tsx'
import { Facts } from '#web/ui/PanelSection.tsx'
import { Notice } from '../Notice.tsx'

type Registration = AnswerOf<typeof checkRegistration>
export type Completed = AnswerOf<typeof verifyBroker>

const withPassword = z.object({ password: newPassword })
const withoutPassword = z.object({ password: z.string() })

interface CompleteFormProps {
  /** Of the email's link. */
  token: string
  registration: Registration
  onCompleted: (completed: Completed) => void
}

/** Shows the submitted values, and completes the account by a click, with a password where it has none. */
export function CompleteForm({ token, registration, onCompleted }: CompleteFormProps): ReactElement {
  const { needsPassword } = registration
  const form = useZodForm(needsPassword ? withPassword : withoutPassword, { password: '' })
  const { failure, onSubmit } = useAttempt(form, {
    textOf: (error) => messageOf(error, 'The account could not be completed. Please try again.'),
    places: { inForm: true, toast: 'Error' },
    send: async ({ password }) => {
      onCompleted(await call(verifyBroker, { body: needsPassword ? { token, password } : { token } }))
    },
  })
  return (
    <Form onSubmit={onSubmit} label="Complete your account">
      {failure && (
        <Notice tone="red">
          <p>{failure.message}</p>
        </Notice>
      )}
      <Stated registration={registration} />
      {needsPassword ? (
        <PasswordField
          label="Password"
          autoComplete="new-password"
          required
          help="The password you chose when you registered, or another one of at least 8 characters."
          {...field(form, 'password')}
        />
      ) : (
        <p>You already have an account with this address: keep signing in with its password.</p>
      )}
      <SubmitButton pending={form.formState.isSubmitting} pendingText="Completing...">
        {needsPassword ? 'Set Password and Complete' : 'Complete'}
      </SubmitButton>
      <p className="text-sm text-ink-soft">
        If you did not register, close this page. Nothing is created without your click.
      </p>
    </Form>
  )
}

function Stated({ registration }: { registration: Registration }): ReactElement {
  const { email, name, phone, company, asicNumber } = registration
  return (
    <Facts
      facts={[
        { label: 'Email Address', value: email },
        { label: 'Full Name', value: name },
        { label: 'Phone Number', value: formatPhone(phone) },
        company !== null && { label: 'Company', value: company },
        asicNumber !== null && { label: 'ASIC Number', value: asicNumber },
      ]}
    />
  )
}
