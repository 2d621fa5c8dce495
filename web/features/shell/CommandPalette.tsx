import { lazy, type ReactElement, Suspense, useEffect } from 'react'
import type { StaffUser } from '#contract/accounts/accounts.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

const load = () => import('./PaletteDialog.tsx')
const PaletteDialog = lazy(async () => ({ default: (await load()).PaletteDialog }))

interface CommandPaletteProps {
  user: StaffUser
  open: boolean
  onClose: () => void
}

/** Late enough not to slow the first screen, early enough that text typed straight after Ctrl + K is not lost. */
const LATER_MS = 1_500

/** The search over screens and records. */
export function CommandPalette({ user, open, onClose }: CommandPaletteProps): ReactElement | null {
  useEffect(() => whenIdle(() => void load().catch(() => undefined), LATER_MS), [])
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <PaletteDialog user={user} onClose={onClose} />
    </Suspense>
  )
}
