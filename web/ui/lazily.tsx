import { type ComponentType, type JSX, lazy, type ReactElement, Suspense } from 'react'
import { Later } from './Later.tsx'

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
