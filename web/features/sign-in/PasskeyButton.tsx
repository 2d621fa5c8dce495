import { Fingerprint } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { messageOf } from '#web/api/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError } from '#web/ui/toast.ts'
import { choosePasskey } from './passkey.ts'

interface PasskeyButtonProps<Opened> {
  label?: string
  /** Where the server gives no sentence. */
  failed?: string
  size?: 'md' | 'lg'
  start: () => Promise<Record<string, unknown>>
  signIn: (response: Exclude<Awaited<ReturnType<typeof choosePasskey>>, string>) => Promise<Opened>
  onOpened: (opened: Opened) => unknown
}

/** Proves by a passkey who one is; the device asks which one. */
export function PasskeyButton<Opened>({
  label = 'Sign in with a passkey',
  failed = 'The passkey was not accepted. Sign in with your password.',
  size = 'lg',
  start,
  signIn,
  onOpened,
}: PasskeyButtonProps<Opened>): ReactElement {
  const [pending, setPending] = useState(false)
  const run = async (): Promise<void> => {
    setPending(true)
    try {
      const chosen = await choosePasskey(await start())
      if (typeof chosen === 'string') toastError(chosen)
      else await onOpened(await signIn(chosen))
    } catch (error) {
      toastError(messageOf(error, failed))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      size={size}
      icon={Fingerprint}
      pending={pending}
      pendingText="Waiting for your device..."
      // an empty password field that loses the focus would show an error
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void run()}
    >
      {label}
    </Button>
  )
}
