import { type ReactElement, useState } from 'react'
import { useSearchParams } from 'react-router'
import { resetPassword } from '#contract/broker-accounts.ts'
import { resetPasswordBody } from '#contract/own-account.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { PasswordField } from '#web/features/sign-in/PasswordField.tsx'
import { withConfirmation } from '#web/features/sign-in/password-rules.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toastError } from '#web/ui/toast.ts'
import { Notice } from '../Notice.tsx'
import { SignInCard, SignInFrame } from './SignInFrame.tsx'

const schema = withConfirmation(resetPasswordBody.omit({ token: true }), 'newPassword')

/** The mail's link: sets a new password, once. */
export function ResetPasswordPage(): ReactElement {
  const token = useSearchParams()[0].get('token') ?? ''
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<string | null>(
    token ? null : 'The link may be incomplete: copy the whole of it from the mail.',
  )
  const form = useZodForm(schema, { newPassword: '', confirmPassword: '' })
  const send = form.handleSubmit(async ({ newPassword }) => {
    setFailure(null)
    try {
      await call(resetPassword, { body: { token, newPassword } })
      setDone(true)
    } catch (error) {
      if (showServerErrors(form, error)) return
      const message = messageOf(error, 'The password could not be set. Please try again.')
      setFailure(message)
      toastError(message)
    }
  })
  if (isDone) {
    return (
      <SignInFrame title="Your password is set">
        <SignInCard>
          <Notice tone="green" live>
            <p>You are signed out everywhere. Sign in with your new password.</p>
          </Notice>
          <ButtonLink to="/broker-portal" variant="primary" size="lg">
            Go to Sign In
          </ButtonLink>
        </SignInCard>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Set a new password" back>
      <SignInCard>
        {failure && (
          <Notice tone="red">
            <p>{failure}</p>
            <ButtonLink to="/broker-portal?forgot=1" className="mt-1">
              Ask for a new link
            </ButtonLink>
          </Notice>
        )}
        <Form onSubmit={send} label="Set a new password">
          <PasswordField
            label="New Password"
            autoComplete="new-password"
            required
            help="At least 8 characters. You will be signed out everywhere."
            {...field(form, 'newPassword')}
          />
          <PasswordField
            label="Confirm New Password"
            autoComplete="new-password"
            required
            {...field(form, 'confirmPassword')}
          />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            disabled={token === ''}
            pending={form.formState.isSubmitting}
            pendingText="Saving..."
          >
            Set Password
          </Button>
        </Form>
      </SignInCard>
    </SignInFrame>
  )
}
