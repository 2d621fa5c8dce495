import { type ReactElement, useState } from 'react'
import { forgotPassword } from '#contract/broker-accounts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'
import { Notice } from '../Notice.tsx'
import { DemoMailHint } from './DemoMailHint.tsx'

/** Asks for a link to set a new password; the answer does not tell who has an account. */
export function ForgotForm(): ReactElement {
  const form = useZodForm(forgotPassword.body, { email: '' })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = form.handleSubmit(async (body) => {
    setSentTo(null)
    try {
      await call(forgotPassword, { body })
      setSentTo(body.email)
    } catch (error) {
      if (!showServerErrors(form, error))
        toastError(messageOf(error, 'The mail could not be sent. Please try again.'))
    }
  })
  return (
    <Form onSubmit={send} label="Forgot your password?">
      {sentTo && (
        <Notice tone="green" title="Check your email" live>
          <p>
            If there is an account for {sentTo}, a link is on its way. It works once, for an hour. Nothing
            there? Look in your spam folder too.
          </p>
          <DemoMailHint />
        </Notice>
      )}
      <TextField
        label="Email Address"
        type="email"
        inputMode="email"
        autoComplete="username"
        required
        {...field(form, 'email')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={form.formState.isSubmitting}
        pendingText="Sending..."
      >
        {sentTo ? 'Send Again' : 'Send Link'}
      </Button>
    </Form>
  )
}
