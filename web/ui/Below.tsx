import type { ReactElement, ReactNode } from 'react'

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
  return <div className={isReady ? 'flex flex-col gap-4' : 'hidden'}>{children}</div>
}
