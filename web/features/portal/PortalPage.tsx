import type { ReactElement } from 'react'

export function PortalPage(): ReactElement {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <h1 className="text-2xl font-semibold">Broker Portal</h1>
    </main>
  )
}
