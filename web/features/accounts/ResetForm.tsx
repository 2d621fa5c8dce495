import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { resetPassword } from '#contract/accounts.ts'
import { resetPasswordBody } from '#contract/own-account.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { sessionKey } from '#web/api/session.ts'
import { PasswordField } from '#web/features/sign-in/PasswordField.tsx'
import { withConfirmation } from '#web/features/sign-in/password-rules.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toastSuccess } from '#web/ui/toast.ts'

interface ResetFormProps {
  token: string
  onDone: () => void
  /** For a link that has ended: asks for another. */
  onAsk: () => void
}

const schema = withConfirmation(resetPasswordBody.omit({ token: true }), 'newPassword')

/** What the mail's link opens. */
export function ResetForm({ token, onDone, onAsk }: ResetFormProps): ReactElement {
  const client = useQueryClient()
  const form = useZodForm(schema, { newPassword: '', confirmPassword: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const send = form.handleSubmit(async ({ newPassword }) => {
    setFailure(null)
    try {
      await call(resetPassword, { body: { token, newPassword } })
    } catch (error) {
      if (!showServerErrors(form, error))
        setFailure(messageOf(error, 'The password could not be set. Please try again.'))
      return
    }
    toastSuccess('Your password is set. Sign in with it now.')
    onDone()
    // whoever was signed in here is not any more
    await client.invalidateQueries({ queryKey: sessionKey })
  })
  return (
    <Form onSubmit={send} label="Set a new password">
      {failure && (
        <div role="alert" className="flex flex-col items-start gap-2 rounded-lg bg-red-soft px-3 py-2.5">
          <p>{failure}</p>
          <Button onClick={onAsk}>Ask for a new link</Button>
        </div>
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        required
        help="At least 8 characters. You will be signed out everywhere."
        {...field(form, 'newPassword')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        {...field(form, 'confirmPassword')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={form.formState.isSubmitting}
        pendingText="Saving..."
      >
        Set password
      </Button>
      <Button variant="ghost" className="-ml-3 self-start" onClick={onDone}>
        Back to sign-in
      </Button>
    </Form>
  )
}
