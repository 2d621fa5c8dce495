import type { ReactElement } from 'react'
import { verifySignIn } from '#contract/accounts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'

interface CodeFormProps {
  onOpened: () => Promise<void>
  onBack: () => void
}

/** The second step where two-factor is on. */
export function CodeForm({ onOpened, onBack }: CodeFormProps): ReactElement {
  const form = useZodForm(verifySignIn.body, { code: '' })
  const send = form.handleSubmit(async (body) => {
    try {
      await call(verifySignIn, { body })
    } catch (error) {
      if (showServerErrors(form, error)) return
      const message = messageOf(error, 'The code could not be checked. Please try again.')
      form.setError('code', { message }, { shouldFocus: true })
      return
    }
    await onOpened()
  })
  return (
    <Form onSubmit={send} label="Two-factor code">
      <p className="text-ink-soft">
        Enter the 6-digit code that your authenticator app shows, or one of your backup codes.
      </p>
      <TextField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        {...field(form, 'code')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={form.formState.isSubmitting}
        pendingText="Checking..."
      >
        Verify
      </Button>
      <Button variant="ghost" className="-ml-3 self-start" onClick={onBack}>
        Back to sign-in
      </Button>
    </Form>
  )
}
