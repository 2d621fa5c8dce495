import type { ReactElement } from 'react'
import { liveness } from '#contract/system/liveness.ts'
import { useRead } from '#web/api/use-read.ts'

const LOOK_EVERY_MS = 15_000

/** Warns on every screen of the console while due work makes no progress, or calls are stopped after a restore. */
export function StandstillBanner({ enabled }: { enabled: boolean }): ReactElement | null {
  const { data } = useRead(liveness, {}, { enabled, refetchInterval: LOOK_EVERY_MS })
  const lines = data
    ? [...data.standstills.map(({ text }) => text), ...(data.callsHeld ? [data.callsHeld] : [])]
    : []
  if (lines.length === 0) return null
  return (
    <div
      role="status"
      className="print:hidden bg-red-soft px-4 py-1.5 text-center text-xs font-medium text-red-ink"
    >
      {lines.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
