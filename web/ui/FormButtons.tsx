import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

interface FormButtonsProps {
  children: ReactNode
  /** Stays in view at the lower edge of the window: for a form longer than the window, as the last part of its Panel. */
  sticky?: boolean
  className?: string
}

const stickyClass =
  'sticky bottom-[calc(var(--bl-bottom-bar)+var(--bl-status-bar,0rem))] z-10 -mx-4 -mb-4 rounded-b-lg border-t border-line bg-surface px-4 py-3'

/** The buttons at the end of a form on a page or in a panel: on the right, the one that submits last. */
export function FormButtons({ children, sticky = false, className }: FormButtonsProps): ReactElement {
  return (
    <div className={cx('flex flex-wrap justify-end gap-2', sticky && stickyClass, className)}>{children}</div>
  )
}
