import type { ReactElement } from 'react'
import { Later } from './Later.tsx'
import { lazily } from './lazily.tsx'

// fetched at once: whoever loses the network right after the screen stands is told so by a toast
const confirmHost = lasting(() => import('./ConfirmHost.tsx'))
const toaster = lasting(() => import('./Toaster.tsx'))

const ConfirmHost = lazily(async () => (await confirmHost).ConfirmHost)
const Toaster = lazily(async () => (await toaster).Toaster)

const AGAIN_MS = 5_000

/** Asks again when the network is back, or after a while: without this part nobody is told that a save failed. */
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
 * What questions and toasts are shown in; mounted once at the root. Nobody asks or says anything in the first moment: it is
 * drawn once the screen stands, and what is asked or said before shows as soon as it is there.
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
