import { createContext, useContext, useSyncExternalStore } from 'react'
import { ownZone } from '#web/lib/zoned-days.ts'

const never = (): (() => void) => () => {}

/** The zone of the broker whose signed link opened the page; null without one. */
export const BrokerZone = createContext<string | null>(null)

/** The person's time zone: the broker's, else the browser's; null while the page is as the server rendered it. */
export function usePersonZone(): string | null {
  const browserZone = useSyncExternalStore(never, ownZone, () => null)
  return useContext(BrokerZone) ?? browserZone
}
