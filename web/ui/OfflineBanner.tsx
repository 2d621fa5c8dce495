import { WifiOff } from 'lucide-react'
import type { ReactElement } from 'react'
import { useOnline } from '#web/lib/use-online.ts'

/** Shows while the browser is offline. */
export function OfflineBanner(): ReactElement {
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-amber-soft px-4 py-2 text-center font-medium text-amber-ink">
          <WifiOff aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
          You're offline. Some features may be limited.
        </p>
      )}
    </div>
  )
}
