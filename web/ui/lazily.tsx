import { type ComponentType, type JSX, lazy, type ReactElement, Suspense } from 'react'

/**
 * Loads the code of a dialog or panel when it first opens, to keep the page's own bundle small.
 * @param load e.g. `async () => (await import('./EditDialog.tsx')).EditDialog`
 * @param heightOf the room in pixels that is kept meanwhile, for what stands within a page
 */
export function lazily<Props extends JSX.IntrinsicAttributes & object>(
  load: () => Promise<ComponentType<Props>>,
  heightOf?: (props: Props) => number,
): (props: Props) => ReactElement {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function Lazy(props) {
    return (
      <Suspense fallback={heightOf ? <div style={{ height: heightOf(props) }} /> : null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
