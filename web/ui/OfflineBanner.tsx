import { DatabaseZap, type LucideIcon, WifiOff } from 'lucide-react'
import { type ReactElement, useSyncExternalStore } from 'react'
import { outage } from '#web/lib/outage.ts'
import { useOnline } from '#web/lib/use-online.ts'

/** Shows while the browser is offline, or the server cannot reach its database. */
export function OfflineBanner(): ReactElement {
  const isOnline = useOnline()
  const isAway = useSyncExternalStore(outage.subscribe, outage.current, () => false)
  return (
    <div role="status">
      {!isOnline && <Line icon={WifiOff}>You're offline. Some features may be limited.</Line>}
      {isOnline && isAway && (
        <Line icon={DatabaseZap}>
          The database cannot be reached right now. What you have typed stays here, and the page continues
          automatically.
        </Line>
      )}
    </div>
  )
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: string }): ReactElement {
  return (
    <p className="flex items-center justify-center gap-2 bg-amber-soft px-4 py-2 text-center font-medium text-amber-ink">
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      {children}
    </p>
  )
}
