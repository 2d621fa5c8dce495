import { type ReactElement, type ReactNode, useState } from 'react'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { Form } from '#web/ui/Form.tsx'
import type { PasswordAudience } from './audience.ts'
import { EmailField } from './CredentialFields.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAttempt } from './use-attempt.ts'

interface ForgotFormProps {
  audience: PasswordAudience
  /** Initial value. */
  email?: string
  /** Content above the field and below the button; `sentTo` is the address that a link may have been sent to. */
  renderAbove: (sentTo: string | null) => ReactNode
  renderBelow?: (sentTo: string | null) => ReactNode
}

const textOf = (error: unknown): string => messageOf(error, 'The email could not be sent. Please try again.')

/** Requests a link to set a new password; the response does not reveal whether the account exists. */
export function ForgotForm({
  audience,
  email = '',
  renderAbove,
  renderBelow,
}: ForgotFormProps): ReactElement {
  const { account, words } = audience
  const form = useZodForm(account.forgotPassword.body, { email })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { onSubmit } = useAttempt(form, {
    textOf,
    places: { toast: 'Error' },
    send: async (body) => {
      setSentTo(null)
      await call(account.forgotPassword, { body })
      setSentTo(body.email)
    },
  })
  return (
    <Form onSubmit={onSubmit} label="Forgot your password?">
      {renderAbove(sentTo)}
      <EmailField label={words.forgotEmail} {...field(form, 'email')} />
      <SubmitButton pending={form.formState.isSubmitting} pendingText="Sending...">
        {sentTo ? words.sendAgain : words.sendLink}
      </SubmitButton>
      {renderBelow?.(sentTo)}
    </Form>
  )
}
