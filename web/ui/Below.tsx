import type { ReactElement, ReactNode } from 'react'
import { useDrawnLater } from './use-drawn-later.ts'

interface BelowProps {
  /** True once what stands above has its height. */
  isReady: boolean
  children: ReactNode
}

/**
 * What stands below parts whose height is only known with their data: loads beside them, and is shown once they are
 * there, so that nothing on screen is pushed down.
 */
export function Below({ isReady, children }: BelowProps): ReactElement {
  // a list above draws its rows a moment after they came: this comes with them
  const isShown = useDrawnLater(isReady, false)
  return <div className={isShown ? 'flex flex-col gap-4' : 'hidden'}>{children}</div>
}
