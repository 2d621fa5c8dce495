import { type ReactElement, type RefObject, useEffect, useState } from 'react'
import { brokerSignIn, brokerSignInBody, NOT_VERIFIED } from '#contract/broker-accounts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { PasswordField } from '#web/features/sign-in/PasswordField.tsx'
import { useDemo } from '#web/features/sign-in/use-demo.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'
import { Notice } from '../Notice.tsx'
import type { Credentials } from './SignIn.tsx'
import { VerifyFirst } from './VerifyFirst.tsx'

interface SignInFormProps {
  draft: RefObject<Credentials | null>
  email: string | null
  onOpened: (token: string) => void
  onCodeAsked: (challenge: string) => void
  onForgot: () => void
}

/** Filled with the sample credentials while the demo world is on. */
export function SignInForm(props: SignInFormProps): ReactElement {
  const { draft, email, onOpened, onCodeAsked, onForgot } = props
  const form = useZodForm(brokerSignInBody, draft.current ?? { email: email ?? '', password: '' })
  const { isDirty, isSubmitting } = form.formState
  const [failure, setFailure] = useState<{ message: string; email: string } | null>(null)
  const sample = useDemo()?.accounts.find(({ role }) => role === 'broker')
  const { reset, getValues } = form
  useEffect(() => {
    const isUntouched = email === null && !isDirty && getValues('email') === ''
    if (sample && isUntouched) reset({ email: sample.email, password: sample.password })
  }, [email, sample, isDirty, reset, getValues])
  useEffect(
    () => () => {
      draft.current = getValues()
    },
    [draft, getValues],
  )

  const send = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const answer = await call(brokerSignIn, { body })
      if ('token' in answer) onOpened(answer.token)
      else onCodeAsked(answer.challenge)
    } catch (error) {
      const message = messageOf(error, 'Invalid credentials')
      setFailure({ message, email: body.email })
      toastError(message, 'Login Failed')
      showServerErrors(form, error)
    }
  })
  return (
    <Form onSubmit={send} label="Sign In">
      {failure && <Failure {...failure} />}
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        required
        {...field(form, 'email')}
      />
      <PasswordField label="Password" autoComplete="current-password" required {...field(form, 'password')} />
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting} pendingText="Signing In...">
        Sign In
      </Button>
      <button
        type="button"
        onClick={onForgot}
        className="min-h-11 self-center rounded-lg px-3 font-medium text-link underline-offset-4 hover:underline"
      >
        Forgot your password?
      </button>
      {sample && (
        <p className="border-t border-line pt-3 text-xs text-ink-soft">
          Demo broker: {sample.email} / <span className="whitespace-nowrap">{sample.password}</span>
        </p>
      )}
    </Form>
  )
}

function Failure({ message, email }: { message: string; email: string }): ReactElement {
  if (message === NOT_VERIFIED) return <VerifyFirst email={email} message={message} tone="red" />
  return (
    <Notice tone="red">
      <p>{message}</p>
    </Notice>
  )
}
