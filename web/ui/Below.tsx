import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useDrawnLater } from './use-drawn-later.ts'

interface BelowProps {
  /** Space between the parts: that of the page. */
  gap?: 4 | 6
  /** True once the parts above have their final height. */
  isReady: boolean
  children: ReactNode
}

/**
 * For content below parts whose height depends on their data: it loads at the same time, and is shown after them, so
 * that nothing on screen is pushed down.
 */
export function Below({ gap = 4, isReady, children }: BelowProps): ReactElement {
  // a list above renders its rows deferred, therefore so does this
  const isShown = useDrawnLater(isReady, false)
  return (
    <div className={isShown ? cx('flex flex-col', gap === 6 ? 'gap-6' : 'gap-4') : 'hidden'}>{children}</div>
  )
}
