import type { ReactElement, ReactNode } from 'react'
import { Loading, SkeletonLines } from './Skeleton.tsx'
import { useDrawnLater } from './use-drawn-later.ts'

interface TogetherProps {
  /** True once every part has its data or an error. */
  isReady: boolean
  /** The specification's text, e.g. 'Loading broker...'. */
  loadingText: string
  /** Classes of the skeletons meanwhile, from the top; they must differ. */
  skeleton: readonly string[]
  children: ReactNode
}

/**
 * Parts with separate requests, whose height depends on the response: shown together, so that none pushes another down.
 */
export function Together({ isReady, loadingText, skeleton, children }: TogetherProps): ReactElement {
  const isShown = useDrawnLater(isReady, false)
  return (
    <>
      {!isShown && (
        <Loading text={loadingText}>
          <SkeletonLines lines={skeleton} />
        </Loading>
      )}
      <div className={isShown ? undefined : 'hidden'}>{children}</div>
    </>
  )
}
