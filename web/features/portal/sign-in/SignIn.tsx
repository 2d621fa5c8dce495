import { type ReactElement, type RefObject, useState } from 'react'
import type { z } from 'zod'
import type { brokerSignInBody } from '#contract/broker-accounts.ts'
import { keepToken } from '#web/api/portal-session.ts'
import { toast } from '#web/ui/toast.ts'
import { CodeForm } from './CodeForm.tsx'
import { SignInForm } from './SignInForm.tsx'

export type Credentials = z.input<typeof brokerSignInBody>

interface SignInProps {
  /** What was typed before, and is kept when the form goes. */
  draft: RefObject<Credentials | null>
  /** Filled in; null: nobody has just registered. */
  email: string | null
  onForgot: () => void
}

/** E-mail and password, then a code where two-factor is on. */
export function SignIn({ draft, email, onForgot }: SignInProps): ReactElement {
  const [challenge, setChallenge] = useState<string | null>(null)
  const open = (token: string): void => {
    toast({ title: 'Login Successful', message: 'Welcome to your broker portal', tone: 'success' })
    keepToken(token)
  }
  if (challenge !== null) {
    return <CodeForm challenge={challenge} onOpened={open} onBack={() => setChallenge(null)} />
  }
  return (
    <SignInForm draft={draft} email={email} onOpened={open} onCodeAsked={setChallenge} onForgot={onForgot} />
  )
}
