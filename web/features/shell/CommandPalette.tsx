import { lazy, type ReactElement, Suspense } from 'react'
import type { StaffUser } from '#contract/accounts.ts'

const PaletteDialog = lazy(async () => ({ default: (await import('./PaletteDialog.tsx')).PaletteDialog }))

interface CommandPaletteProps {
  user: StaffUser
  open: boolean
  onClose: () => void
}

/** The search over screens and records; its script is fetched when it is first opened. */
export function CommandPalette({ user, open, onClose }: CommandPaletteProps): ReactElement | null {
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <PaletteDialog user={user} onClose={onClose} />
    </Suspense>
  )
}
