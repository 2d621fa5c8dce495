import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

interface FormButtonsProps {
  children: ReactNode
  /** Stays in view at the lower edge of the window: for a form longer than the window, as the last part of its Panel. */
  sticky?: boolean
  /** At the left: why the form cannot be saved now, or what saving does. */
  note?: string | null | undefined
  className?: string
}

/** The note, and the reason of the button, of a form without changes. */
export const NO_CHANGES = 'Nothing has changed yet.'

const stickyClass =
  'sticky bottom-[calc(var(--bl-bottom-bar)+var(--bl-status-bar,0rem))] z-10 -mx-4 -mb-4 rounded-b-lg border-t border-line bg-surface px-4 py-3'

/** The buttons at the end of a form on a page or in a panel: on the right, the one that submits last. */
export function FormButtons({ children, sticky = false, note, className }: FormButtonsProps): ReactElement {
  return (
    <div className={cx('flex flex-wrap items-center justify-end gap-2', sticky && stickyClass, className)}>
      {note && <p className="mr-auto min-w-0 text-ink-soft">{note}</p>}
      {children}
    </div>
  )
}
