import { lazy, type ReactElement, Suspense } from 'react'

const PaletteDialog = lazy(async () => ({ default: (await import('./PaletteDialog.tsx')).PaletteDialog }))

interface CommandPaletteProps {
  open: boolean
  onClose: () => void
}

/** The search over screens and records; its script is fetched when it is first opened. */
export function CommandPalette({ open, onClose }: CommandPaletteProps): ReactElement | null {
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <PaletteDialog onClose={onClose} />
    </Suspense>
  )
}
