import { type ReactElement, useRef, useState } from 'react'
import { useSessionEnded } from '#web/api/portal-session.ts'
import type { Credentials } from '#web/features/sign-in/audience.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Notice } from '../Notice.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { emptyRegistration } from './register-form.ts'
import { SignIn } from './SignIn.tsx'
import { SignInCard, SignInFrame } from './SignInFrame.tsx'
import { VerifyFirst } from './VerifyFirst.tsx'

/**
 * `forgot` is set by a mail's link. `tab` is left unchanged, so that a mail's link leads to the documents after the
 * sign-in.
 */
const defaults = { view: 'sign-in', forgot: '' }

/** For signed-out visitors: sign in, register or request a new password. */
export function SignInPage(): ReactElement {
  const [{ view, forgot }, change] = useUrlState(defaults)
  const hasEnded = useSessionEnded()
  const [registered, setRegistered] = useState<string | null>(null)
  // input is kept when the tab changes
  const registration = useRef(emptyRegistration)
  const credentials = useRef<Credentials | null>(null)
  const show = (next: string): void => change({ view: next }, { push: true })

  if (forgot) return <ForgotPassword />
  const signIn = (
    <SignInCard>
      {hasEnded && !registered && (
        <Notice tone="blue" live>
          <p>Your session has ended. Please sign in again.</p>
        </Notice>
      )}
      {registered && <VerifyFirst email={registered} />}
      <SignIn
        draft={credentials}
        email={registered}
        onForgot={() => change({ forgot: '1' }, { push: true })}
      />
    </SignInCard>
  )
  const register = (
    <SignInCard>
      <RegisterForm
        draft={registration}
        onRegistered={(email) => {
          setRegistered(email)
          credentials.current = null
          show('sign-in')
        }}
      />
    </SignInCard>
  )
  return (
    <SignInFrame
      title="Broker Portal"
      subtitle="Your accreditation documents, meetings and profile in one place."
    >
      <Tabs
        label="Sign in or register"
        value={view === 'register' ? 'register' : 'sign-in'}
        onChange={show}
        tabs={[
          { value: 'sign-in', label: 'Sign In', content: signIn },
          { value: 'register', label: 'Register', content: register },
        ]}
      />
    </SignInFrame>
  )
}
