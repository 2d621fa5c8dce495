import { type ReactElement, useEffect, useState } from 'react'
import { setConfirmIdentity } from '#web/api/confirm-identity.ts'
import { lazyDialog } from '#web/ui/lazily.tsx'

const Dialog = lazyDialog(async () => (await import('./ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog)

type Answer = (yes: boolean) => void

/** Asks who it is before a change of keys, access or retention; mounted once in the console. */
export function ConfirmIdentity(): ReactElement | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => setConfirmIdentity(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (!answer) return null
  const settle = (yes: boolean): void => {
    setAnswer(null)
    answer(yes)
  }
  return <Dialog onClose={() => settle(false)} onConfirmed={() => settle(true)} />
}
