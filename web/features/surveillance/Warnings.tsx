import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'

/** What keeps surveillance from finding anything: registers that are absent or old, checks that did not run. */
export function Warnings({ warnings }: { warnings: readonly string[] }): ReactElement | null {
  if (warnings.length === 0) return null
  return (
    <div role="status" className="flex gap-2.5 rounded-lg bg-amber-soft px-4 py-3 text-amber-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <ul className="flex flex-col gap-1">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  )
}
