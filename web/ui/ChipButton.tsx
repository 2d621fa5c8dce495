import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { cx } from './cx.ts'

interface ChipButtonProps {
  pressed: boolean
  onToggle: () => void
  children: string
}

/** A filter that is on or off. */
export function ChipButton({ pressed, onToggle, children }: ChipButtonProps): ReactElement {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onToggle}
      className={cx(
        'touch-target inline-flex h-7 items-center gap-1 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap',
        pressed
          ? 'border-primary bg-selected text-ink'
          : 'border-line-strong text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      {pressed && <Check aria-hidden className="size-3" strokeWidth={2} />}
      {children}
    </button>
  )
}
