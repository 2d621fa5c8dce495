import { type ReactElement, useState } from 'react'
import { resendVerification } from '#contract/accounts/broker-accounts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError } from '#web/ui/toast.ts'

type State = 'ready' | 'pending' | 'sent'

/** Sends the verification mail again. */
export function SendAgain({ email }: { email: string }): ReactElement {
  const [state, setState] = useState<State>('ready')
  const send = async (): Promise<void> => {
    setState('pending')
    try {
      await call(resendVerification, { body: { email } })
      setState('sent')
    } catch (error) {
      setState('ready')
      toastError(messageOf(error, 'The email could not be sent again. Please try again.'))
    }
  }
  return (
    <div role="status" className="mt-1">
      {state === 'sent' ? (
        <p className="font-medium">Sent again. Check your spam folder too.</p>
      ) : (
        <Button pending={state === 'pending'} pendingText="Sending..." onClick={() => void send()}>
          Send the email again
        </Button>
      )}
    </div>
  )
}
