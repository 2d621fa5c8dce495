import { type ComponentType, type JSX, lazy, type ReactElement, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'
import { dialogWidths, overlayClass, sheetClass, sideClass } from './dialog-classes.ts'
import { Later } from './Later.tsx'
import { SkeletonLines } from './Skeleton.tsx'

/**
 * Loads the code of a dialog or panel when it first opens, to keep the page's own bundle small.
 * @param load e.g. `async () => (await import('./EditDialog.tsx')).EditDialog`
 * @param heightOf the height in pixels that is reserved meanwhile, for a picture within a page, which loads once the
 * page is usable
 */
export function lazily<Props extends JSX.IntrinsicAttributes & object>(
  load: () => Promise<ComponentType<Props>>,
  heightOf?: (props: Props) => number,
): (props: Props) => ReactElement {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function Lazy(props) {
    if (!heightOf) {
      return (
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      )
    }
    const height = heightOf(props)
    return (
      <Later height={height} when="idle">
        <Suspense fallback={<div style={{ height }} />}>
          <Loaded {...props} />
        </Suspense>
      </Later>
    )
  }
}

/** A dialog that is rendered while it is open: its frame shows from the first moment, before its code is loaded. */
export function lazyDialog<Props extends JSX.IntrinsicAttributes & object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement {
  return framed(load, <Frame className={cx(sheetClass, dialogWidths.md)} />)
}

/** The same for a panel at the right edge. */
export function lazyPanel<Props extends JSX.IntrinsicAttributes & object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement {
  return framed(load, <Frame className={sideClass} />)
}

function framed<Props extends JSX.IntrinsicAttributes & object>(
  load: () => Promise<ComponentType<Props>>,
  frame: ReactElement,
): (props: Props) => ReactElement {
  const Loaded = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense fallback={frame}>
      <Loaded {...props} />
    </Suspense>
  )
}

const FRAME_LINES = ['h-5 w-48', 'h-16', 'mt-4 h-28']

function Frame({ className }: { className: string }): ReactElement {
  return createPortal(
    <>
      <div className={overlayClass} />
      <div className={cx(className, 'px-5 py-4')}>
        <span role="status" className="sr-only">
          Loading...
        </span>
        <SkeletonLines lines={FRAME_LINES} />
      </div>
    </>,
    document.body,
  )
}
