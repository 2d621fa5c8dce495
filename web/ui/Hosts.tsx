import type { ReactElement } from 'react'
import { Later } from './Later.tsx'
import { lazily } from './lazily.tsx'

// fetched immediately, because an offline notice is itself a toast and could not be loaded then
const confirmHost = lasting(() => import('./ConfirmHost.tsx'))
const toaster = lasting(() => import('./Toaster.tsx'))

const ConfirmHost = lazily(async () => (await confirmHost).ConfirmHost)
const Toaster = lazily(async () => (await toaster).Toaster)

const AGAIN_MS = 5_000

/** Retries when the network is back, or after a while: without this part a failed save would show no message. */
async function lasting<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    await new Promise((done) => {
      window.addEventListener('online', done, { once: true })
      setTimeout(done, AGAIN_MS)
    })
    return lasting(load)
  }
}

/**
 * Renders dialogs of `confirm` and toasts; mounted once at the root. Neither is needed in the first moment: it renders
 * once the browser is idle, and then shows earlier dialogs and toasts.
 */
export function Hosts(): ReactElement {
  return (
    // a dialog opened before the toasts are mounted hides all elements without aria-live from screen readers
    <div aria-live="off">
      <Later when="idle">
        <ConfirmHost />
        <Toaster />
      </Later>
    </div>
  )
}
