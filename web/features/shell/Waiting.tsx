import type { ReactElement } from 'react'

/** Shown while the code or data of a screen loads. */
export function Waiting(): ReactElement {
  return (
    <p role="status" className="px-6 py-24 text-center text-ink-soft">
      Loading...
    </p>
  )
}
