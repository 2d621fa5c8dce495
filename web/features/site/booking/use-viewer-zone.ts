import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => {}

function zoneHere(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone || null
}

/** The viewer's time zone; null while the page is as the server made it, which cannot know it. */
export function useViewerZone(): string | null {
  return useSyncExternalStore(never, zoneHere, () => null)
}
