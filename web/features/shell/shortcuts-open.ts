import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

/** Opens the sheet of keys, from any screen. */
export const openShortcuts = (): void => set(true)
export const closeShortcuts = (): void => set(false)

export function useShortcutsOpen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => isOpen,
    () => false,
  )
}
