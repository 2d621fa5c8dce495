import type { ReactElement } from 'react'
import { ForgotForm } from '#web/features/sign-in/ForgotForm.tsx'
import { useDemo } from '#web/features/sign-in/use-demo.ts'
import { Aside } from './Aside.tsx'
import { consoleAudience } from './console-audience.ts'

interface ForgotPasswordProps {
  email: string
  onBack: () => void
}

/** Requests a link to set a new password, below the heading of the card. */
export function ForgotPassword({ email, onBack }: ForgotPasswordProps): ReactElement {
  const isDemo = useDemo() !== null
  return (
    <ForgotForm
      audience={consoleAudience}
      email={email}
      renderAbove={() => (
        <p className="text-ink-soft">
          We’ll email you a link to set a new one. It works once, within an hour.
        </p>
      )}
      renderBelow={(sentTo) => (
        <>
          <div role="status">
            {sentTo && (
              <div className="flex flex-col gap-1 rounded-lg bg-green-soft px-3 py-2.5 break-words">
                <p>
                  If {sentTo} has an account, a link is on its way. Can’t find it? Check your spam folder.
                </p>
                {isDemo && (
                  <p>In the demo, emails are not sent: an admin can read them in Settings under Services.</p>
                )}
              </div>
            )}
          </div>
          <Aside onClick={onBack}>Back to sign-in</Aside>
        </>
      )}
    />
  )
}
