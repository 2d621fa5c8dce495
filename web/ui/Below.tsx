import type { ReactElement, ReactNode } from 'react'
import { useDrawnLater } from './use-drawn-later.ts'

interface BelowProps {
  /** True once the parts above have their final height. */
  isReady: boolean
  children: ReactNode
}

/**
 * For content below parts whose height depends on their data: it loads at the same time, and is shown after them, so
 * that nothing on screen is pushed down.
 */
export function Below({ isReady, children }: BelowProps): ReactElement {
  // a list above renders its rows deferred, therefore so does this
  const isShown = useDrawnLater(isReady, false)
  return <div className={isShown ? 'flex flex-col gap-4' : 'hidden'}>{children}</div>
}
