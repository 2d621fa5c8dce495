import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useSearchParams } from 'react-router'
import { sessionKey } from '#web/api/session.ts'
import { toastSuccess } from '#web/ui/toast.ts'
import { CodeForm } from './CodeForm.tsx'
import { ForgotForm } from './ForgotForm.tsx'
import { ResetForm } from './ResetForm.tsx'
import { SignInForm } from './SignInForm.tsx'

type Step = 'sign-in' | 'code' | 'forgot'

const titles = {
  'sign-in': 'Sign in to the console',
  code: 'One more step',
  forgot: 'Forgot your password?',
  reset: 'Set a new password',
} as const

/** E-mail and password, a code where two-factor is on; on success the page turns into the console at the same address. */
export function SignInCard(): ReactElement {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>('sign-in')
  const [email, setEmail] = useState('')
  const [query, setQuery] = useSearchParams()
  const token = query.get('reset')
  const leaveReset = (next: Step): void => {
    setQuery({}, { replace: true })
    setStep(next)
  }
  const open = async (): Promise<void> => {
    toastSuccess('Logged in successfully')
    await client.invalidateQueries({ queryKey: sessionKey })
  }
  return (
    <section
      aria-labelledby="sign-in"
      className="w-full max-w-sm rounded-xl border border-line bg-surface p-6 shadow-float"
    >
      <h2 id="sign-in" className="mb-4 text-xl font-semibold tracking-tight">
        {titles[token === null ? step : 'reset']}
      </h2>
      {token !== null ? (
        <ResetForm token={token} onDone={() => leaveReset('sign-in')} onAsk={() => leaveReset('forgot')} />
      ) : step === 'code' ? (
        <CodeForm onOpened={open} onBack={() => setStep('sign-in')} />
      ) : step === 'forgot' ? (
        <ForgotForm email={email} onBack={() => setStep('sign-in')} />
      ) : (
        <SignInForm
          email={email}
          onEmail={setEmail}
          onOpened={open}
          onCodeAsked={() => setStep('code')}
          onForgot={() => setStep('forgot')}
        />
      )}
    </section>
  )
}
