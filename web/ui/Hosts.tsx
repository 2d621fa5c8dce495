import type { ReactElement } from 'react'
import { Later } from './Later.tsx'
import { lazily } from './lazily.tsx'

const ConfirmHost = lazily(async () => (await import('./ConfirmHost.tsx')).ConfirmHost)
const Toaster = lazily(async () => (await import('./Toaster.tsx')).Toaster)

/**
 * What questions and toasts are shown in; mounted once at the root. Nobody asks or says anything in the first moment, and what
 * is asked or said before this is there shows as soon as it is.
 */
export function Hosts(): ReactElement {
  return (
    // a dialog that is open before the toasts are there hides from screen readers what has no such mark
    <div aria-live="off">
      <Later when="idle">
        <ConfirmHost />
        <Toaster />
      </Later>
    </div>
  )
}
