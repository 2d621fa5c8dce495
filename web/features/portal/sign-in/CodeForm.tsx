import { type ReactElement, useState } from 'react'
import { brokerSignInVerify } from '#contract/broker-accounts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'
import { Notice } from '../Notice.tsx'

interface CodeFormProps {
  challenge: string
  onOpened: (token: string) => void
  onBack: () => void
}

const codeBody = brokerSignInVerify.body.omit({ challenge: true })

/** The second step where two-factor is on. */
export function CodeForm({ challenge, onOpened, onBack }: CodeFormProps): ReactElement {
  const form = useZodForm(codeBody, { code: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const send = form.handleSubmit(async ({ code }) => {
    setFailure(null)
    try {
      const { token } = await call(brokerSignInVerify, { body: { challenge, code } })
      onOpened(token)
    } catch (error) {
      const message = messageOf(error, 'Invalid credentials')
      setFailure(message)
      toastError(message, 'Login Failed')
      form.setFocus('code', { shouldSelect: true })
    }
  })
  return (
    <Form onSubmit={send} label="Second step">
      <div>
        <h2 className="text-xl font-semibold">One more step</h2>
        <p className="mt-1 text-ink-soft">
          Enter the 6-digit code that your authenticator app shows, or one of your backup codes.
        </p>
      </div>
      {failure && (
        <Notice tone="red">
          <p>{failure}</p>
        </Notice>
      )}
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
      <Button variant="ghost" size="lg" onClick={onBack}>
        Back to Sign In
      </Button>
    </Form>
  )
}
