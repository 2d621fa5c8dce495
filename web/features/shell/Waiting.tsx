import type { ReactElement } from 'react'

/** In the place of a screen whose code or data is on its way. */
export function Waiting(): ReactElement {
  return (
    <p role="status" className="px-6 py-24 text-center text-ink-soft">
      Loading...
    </p>
  )
}
