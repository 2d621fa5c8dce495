import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { sessionKey } from '#web/api/session.ts'
import { ResetForm } from '#web/features/sign-in/ResetForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import { Aside } from './Aside.tsx'
import { consoleAudience } from './console-audience.ts'

interface SetPasswordProps {
  token: string
  onDone: () => void
  /** Requests another link after one has expired. */
  onAsk: () => void
}

/** The page of the email's link. */
export function SetPassword({ token, onDone, onAsk }: SetPasswordProps): ReactElement {
  const client = useQueryClient()
  const finish = async (): Promise<void> => {
    toastSuccess('Your password is set. Sign in with it now.')
    onDone()
    // the new password ended any session in this browser
    await client.invalidateQueries({ queryKey: sessionKey })
  }
  return (
    <ResetForm
      audience={consoleAudience}
      token={token}
      onDone={finish}
      renderFailure={(message) => (
        <div role="alert" className="flex flex-col items-start gap-2 rounded-lg bg-red-soft px-3 py-2.5">
          <p>{message}</p>
          <Button onClick={onAsk}>Request a new link</Button>
        </div>
      )}
    >
      <Aside onClick={onDone}>Back to sign-in</Aside>
    </ResetForm>
  )
}
