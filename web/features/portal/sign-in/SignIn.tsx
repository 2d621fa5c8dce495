import { type ReactElement, type RefObject, useEffect, useState } from 'react'
import {
  brokerPasskeyOptions,
  brokerSignInWithPasskey,
  NOT_VERIFIED,
} from '#contract/accounts/broker-accounts.ts'
import { call } from '#web/api/call.ts'
import { keepToken } from '#web/api/portal-session.ts'
import type { Credentials } from '#web/features/sign-in/audience.ts'
import { CodeForm } from '#web/features/sign-in/CodeForm.tsx'
import { PasskeyButton } from '#web/features/sign-in/PasskeyButton.tsx'
import { SignInForm } from '#web/features/sign-in/SignInForm.tsx'
import { useDemo } from '#web/features/sign-in/use-demo.ts'
import { useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { Notice } from '../Notice.tsx'
import { type Challenge, portalAudience } from './portal-audience.ts'
import { VerifyFirst } from './VerifyFirst.tsx'

interface SignInProps {
  /** Values typed earlier, kept when the form unmounts. */
  draft: RefObject<Credentials | null>
  /** Prefilled after a registration; null without one. */
  email: string | null
  onForgot: () => void
}

const open = ({ token }: { token: string }): void => {
  toast({ title: 'Login Successful', message: 'Welcome to your broker portal', tone: 'success' })
  keepToken(token)
}

/** E-mail and password, then a code where two-factor is on; filled with the sample credentials in the demo world. */
export function SignIn({ draft, email, onForgot }: SignInProps): ReactElement {
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const form = useZodForm(portalAudience.credentials, draft.current ?? { email: email ?? '', password: '' })
  const { isDirty } = form.formState
  const { reset, getValues } = form
  const sample = useDemo()?.accounts.find(({ role }) => role === 'broker')
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
  if (challenge !== null) {
    return (
      <CodeForm
        audience={portalAudience}
        asked={challenge}
        onOpened={open}
        renderFailure={(message) => <Failure message={message} />}
      >
        <Button variant="ghost" size="lg" onClick={() => setChallenge(null)}>
          Back to Sign In
        </Button>
      </CodeForm>
    )
  }
  return (
    <SignInForm
      audience={portalAudience}
      form={form}
      onOpened={open}
      onCodeAsked={setChallenge}
      renderFailure={(message, sentEmail) =>
        message === NOT_VERIFIED ? (
          <VerifyFirst email={sentEmail} message={message} tone="red" />
        ) : (
          <Failure message={message} />
        )
      }
    >
      <PasskeyButton
        start={() => call(brokerPasskeyOptions)}
        signIn={(response) => call(brokerSignInWithPasskey, { body: { response } })}
        onOpened={open}
      />
      <button
        type="button"
        onClick={onForgot}
        className="link min-h-11 self-center rounded-lg px-3 font-medium underline-offset-4"
      >
        Forgot your password?
      </button>
      {sample && (
        <p className="border-t border-line pt-3 text-xs text-ink-soft">
          Demo broker: {sample.email}
          <br />
          Password: {sample.password}
        </p>
      )}
    </SignInForm>
  )
}

function Failure({ message }: { message: string }): ReactElement {
  return (
    <Notice tone="red">
      <p>{message}</p>
    </Notice>
  )
}
