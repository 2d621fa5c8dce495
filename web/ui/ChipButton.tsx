import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useTabStrip } from './use-tab-strip.ts'

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

interface ChipRowProps {
  label: string
  /** The chip that is on: it is scrolled into view. */
  chosen: string
  children: ReactNode
}

/** Chips above a table: on a phone one row that scrolls sideways, elsewhere as many rows as they need. */
export function ChipRow({ label, chosen, children }: ChipRowProps): ReactElement {
  const strip = useTabStrip<HTMLDivElement>(chosen)
  return (
    <div className="strip-frame mx-4 mt-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div
        ref={strip}
        role="group"
        aria-label={label}
        className="tab-strip -m-1 flex gap-1.5 overflow-x-auto p-1 *:shrink-0 md:flex-wrap"
      >
        {children}
      </div>
    </div>
  )
}
