import { type ReactElement, useState } from 'react'
import { forgotPassword } from '#contract/accounts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useDemo } from '#web/features/sign-in/use-demo.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'

interface ForgotFormProps {
  email: string
  onBack: () => void
}

/** Asks for a link to set a new password; the answer does not tell who has an account. */
export function ForgotForm({ email, onBack }: ForgotFormProps): ReactElement {
  const form = useZodForm(forgotPassword.body, { email })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const isDemo = useDemo() !== null
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
      <p className="text-ink-soft">We mail you a link to set a new one. It works once, for an hour.</p>
      <TextField
        label="Email"
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
        {sentTo ? 'Send again' : 'Send link'}
      </Button>
      <div role="status">
        {sentTo && (
          <div className="flex flex-col gap-1 rounded-lg bg-green-soft px-3 py-2.5 break-words">
            <p>
              If {sentTo} has an account, a link is on its way. Nothing there? Look in your spam folder too.
            </p>
            {isDemo && <p>In the demo mails are kept: an admin reads them in Settings under Services.</p>}
          </div>
        )}
      </div>
      <Button variant="ghost" className="-ml-3 self-start" onClick={onBack}>
        Back to sign-in
      </Button>
    </Form>
  )
}
