import { type ComponentType, type JSX, lazy, type ReactElement, Suspense } from 'react'

/**
 * A dialog or panel whose code is fetched when it first opens, so that the screen behind it does not wait for it.
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
