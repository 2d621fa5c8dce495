import { type ComponentType, type ReactElement, type ReactNode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates the server's markup; until then the page is inert, so that no input is lost. */
export function hydrate(root: HTMLElement, Page: ComponentType<object>, facts: object): void {
  const ready = (): void => root.removeAttribute('inert')
  // as a transition: in small steps, between which a slow phone still scrolls
  startTransition(() => {
    hydrateRoot(
      root,
      <TakenOver onReady={ready}>
        <Page {...facts} />
      </TakenOver>,
    )
  })
}

function TakenOver({ onReady, children }: { onReady(): void; children: ReactNode }): ReactElement {
  useEffect(onReady, [onReady])
  return <>{children}</>
}
