import type { ReactElement } from 'react'
import { liveness } from '#contract/system/liveness.ts'
import { useRead } from '#web/api/use-read.ts'

const LOOK_EVERY_MS = 15_000

/** Warns on every screen of the console while due work makes no progress, because the figures are then outdated. */
export function StandstillBanner({ enabled }: { enabled: boolean }): ReactElement | null {
  const { data } = useRead(liveness, {}, { enabled, refetchInterval: LOOK_EVERY_MS })
  if (!data || data.standstills.length === 0) return null
  return (
    <div
      role="status"
      className="print:hidden bg-red-soft px-4 py-1.5 text-center text-xs font-medium text-red-ink"
    >
      {data.standstills.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
