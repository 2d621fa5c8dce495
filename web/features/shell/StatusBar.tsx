import type { ReactElement } from 'react'
import type { LiveState } from '#web/api/live.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { SimulatorBadge } from './SimulatorBadge.tsx'

const states: Record<LiveState, { tone: Tone; label: string }> = {
  connecting: { tone: 'grey', label: 'Connecting' },
  live: { tone: 'green', label: 'Live' },
  polling: { tone: 'amber', label: 'Reconnecting, refreshing every 15 seconds' },
  offline: { tone: 'red', label: 'Offline' },
}

/** The clock used for calling hours, and whether the figures on screen are live. */
export function StatusBar({ live }: { live: LiveState }): ReactElement {
  return (
    <footer className="print:hidden status-bar z-20 border-t border-line bg-surface text-xs text-ink-soft md:sticky md:bottom-0">
      <div className="mx-auto flex min-h-7 max-w-[1400px] flex-wrap items-center justify-between gap-x-6 px-4 py-1 md:px-6">
        <StatusDot {...states[live]} />
        <SimulatorBadge />
      </div>
    </footer>
  )
}
