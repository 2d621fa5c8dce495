import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { sessionKey } from '#web/api/session.ts'
import type { CodeAsked } from '#web/features/sign-in/audience.ts'
import { CodeForm } from '#web/features/sign-in/CodeForm.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import { AcceptInvitation } from './AcceptInvitation.tsx'
import { Aside } from './Aside.tsx'
import { ConsoleSignIn } from './ConsoleSignIn.tsx'
import { consoleAudience } from './console-audience.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { SetPassword } from './SetPassword.tsx'

type Step = 'sign-in' | 'forgot' | CodeAsked

const titleOf = (step: Step): string => {
  if (step === 'forgot') return 'Forgot your password?'
  return step === 'sign-in' ? 'Sign in to the console' : 'One more step'
}

/** E-mail and password, a code where two-factor is on; on success the page turns into the console at the same address. */
export function SignInCard(): ReactElement {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>('sign-in')
  const [email, setEmail] = useState('')
  const [query, setQuery] = useSearchParams()
  const token = query.get('reset')
  const invitation = query.get('invitation')
  const leaveLink = (next: Step): void => {
    setQuery({}, { replace: true })
    setStep(next)
  }
  const goOn = (next: Step, typedEmail: string): void => {
    setEmail(typedEmail)
    setStep(next)
  }
  const open = async (): Promise<void> => {
    toastSuccess('Logged in successfully')
    await client.invalidateQueries({ queryKey: sessionKey })
  }
  const back = (): void => setStep('sign-in')
  if (invitation !== null) {
    return (
      <Card title="Join the team">
        <AcceptInvitation
          token={invitation}
          onDone={(accepted) => {
            setEmail(accepted)
            leaveLink('sign-in')
          }}
        />
      </Card>
    )
  }
  if (token !== null) {
    return (
      <Card title="Set a new password">
        <SetPassword token={token} onDone={() => leaveLink('sign-in')} onAsk={() => leaveLink('forgot')} />
      </Card>
    )
  }
  return (
    <Card title={titleOf(step)}>
      {step === 'forgot' ? (
        <ForgotPassword email={email} onBack={back} />
      ) : step === 'sign-in' ? (
        <ConsoleSignIn
          email={email}
          onOpened={open}
          onCodeAsked={goOn}
          onForgot={(typed) => goOn('forgot', typed)}
        />
      ) : (
        <CodeForm audience={consoleAudience} asked={step} onOpened={open}>
          <Aside onClick={back}>Back to sign-in</Aside>
        </CodeForm>
      )}
    </Card>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section
      aria-labelledby="sign-in"
      className="w-full max-w-sm rounded-xl border border-line bg-surface p-6 shadow-float"
    >
      <h2 id="sign-in" className="mb-4 text-xl font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}
