import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { useDelayed } from '#web/lib/use-delayed.ts'
import { cx } from './cx.ts'

/** A grey block in the shape of the content. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }): ReactElement {
  return <span aria-hidden className={cx('skeleton block', className)} style={style} />
}

/** Skeletons one below the other. @param lines their classes, from the top; they must differ */
export function SkeletonLines({ lines }: { lines: readonly string[] }): ReactElement {
  return (
    <div className="flex flex-col gap-3">
      {lines.map((classes) => (
        <Skeleton key={classes} className={classes} />
      ))}
    </div>
  )
}

interface LoadingProps {
  /** The specification's text, e.g. 'Loading campaigns...'; read out, and shown when there is no skeleton. */
  text: string
  children?: ReactNode
}

/** A loading state: nothing for 150 ms, then the skeleton in its real shape. */
export function Loading({ text, children }: LoadingProps): ReactElement {
  const late = useDelayed(true)
  return (
    <div role="status" aria-live="polite" className={late ? 'animate-fade-in' : 'invisible'}>
      <span className={children ? 'sr-only' : 'block px-4 py-10 text-center text-ink-soft'}>{text}</span>
      {children}
    </div>
  )
}
