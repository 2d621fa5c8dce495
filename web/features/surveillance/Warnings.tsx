import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'

/** Registers that are absent or old, and checks that did not run: findings may be missing. */
export function Warnings({ warnings }: { warnings: readonly string[] }): ReactElement | null {
  return <Lines role="status" lines={warnings} look="bg-amber-soft text-amber-ink" />
}

/** Registers that could not be fetched. */
export function Failures({ failures }: { failures: readonly string[] }): ReactElement | null {
  return <Lines role="alert" lines={failures} look="bg-red-soft text-red-ink" />
}

interface LinesProps {
  role: 'status' | 'alert'
  lines: readonly string[]
  look: string
}

function Lines({ role, lines, look }: LinesProps): ReactElement | null {
  if (lines.length === 0) return null
  return (
    <div role={role} className={`flex gap-2.5 rounded-lg px-4 py-3 ${look}`}>
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <ul className="flex min-w-0 flex-col gap-1 break-words">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
