import type { ReactElement } from 'react'
import { signIn, signInBody } from '#contract/accounts.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { PasswordField } from '#web/features/sign-in/PasswordField.tsx'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'
import { DemoAccounts } from './DemoAccounts.tsx'

interface SignInFormProps {
  email: string
  /** What was typed, for the form that follows. */
  onEmail: (email: string) => void
  onOpened: () => Promise<void>
  onCodeAsked: () => void
  onForgot: () => void
}

export function SignInForm({
  email,
  onEmail,
  onOpened,
  onCodeAsked,
  onForgot,
}: SignInFormProps): ReactElement {
  const form = useZodForm(signInBody, { email, password: '' })
  const pending = form.formState.isSubmitting
  const send = form.handleSubmit(async (body) => {
    onEmail(body.email)
    try {
      const answer = await call(signIn, { body })
      if ('twoFactorRequired' in answer) {
        onCodeAsked()
        return
      }
    } catch (error) {
      if (!showServerErrors(form, error)) toastError(failureText(error))
      return
    }
    await onOpened()
  })
  return (
    <>
      <Form onSubmit={send}>
        <TextField label="Email" type="email" autoComplete="username" required {...field(form, 'email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          {...field(form, 'password')}
        />
        <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Signing In...">
          Sign In
        </Button>
        <Button
          variant="ghost"
          className="-ml-3 self-start"
          onClick={() => {
            onEmail(form.getValues('email'))
            onForgot()
          }}
        >
          Forgot your password?
        </Button>
      </Form>
      <DemoAccounts
        onChoose={({ email, password }) => {
          form.setValue('email', email, { shouldValidate: form.formState.isSubmitted })
          form.setValue('password', password, { shouldValidate: form.formState.isSubmitted })
        }}
      />
    </>
  )
}

/** A refused pair of e-mail and password has one text; a lock or a lost connection says what it is. */
function failureText(error: unknown): string {
  const refused = 'Invalid email or password'
  return error instanceof ApiError && error.status === 401 ? refused : messageOf(error, refused)
}
