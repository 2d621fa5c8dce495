import { type ComponentType, type JSX, lazy, type ReactElement, Suspense } from 'react'

/**
 * Loads the code of a dialog or panel when it first opens, to keep the page's own bundle small.
 * @param load e.g. `async () => (await import('./EditDialog.tsx')).EditDialog`
 */
export function lazily<Props extends JSX.IntrinsicAttributes & object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function Lazy(props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
