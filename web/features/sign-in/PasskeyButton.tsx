import { Fingerprint } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { messageOf } from '#web/api/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError } from '#web/ui/toast.ts'
import { choosePasskey } from './passkey.ts'

const FAILED = 'The passkey was not accepted. Sign in with your password.'

interface PasskeyButtonProps<Opened> {
  start: () => Promise<Record<string, unknown>>
  signIn: (response: Exclude<Awaited<ReturnType<typeof choosePasskey>>, string>) => Promise<Opened>
  onOpened: (opened: Opened) => unknown
}

/** Signs in with a passkey; the device asks which one. */
export function PasskeyButton<Opened>({ start, signIn, onOpened }: PasskeyButtonProps<Opened>): ReactElement {
  const [pending, setPending] = useState(false)
  const run = async (): Promise<void> => {
    setPending(true)
    try {
      const chosen = await choosePasskey(await start())
      if (typeof chosen === 'string') toastError(chosen)
      else await onOpened(await signIn(chosen))
    } catch (error) {
      toastError(messageOf(error, FAILED))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      size="lg"
      icon={Fingerprint}
      pending={pending}
      pendingText="Waiting for your device..."
      onClick={() => void run()}
    >
      Sign in with a passkey
    </Button>
  )
}
