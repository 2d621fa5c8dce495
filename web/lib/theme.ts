import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'brokerline.theme'
const listeners = new Set<() => void>()

function current(): Theme {
  const stored = readStored(KEY)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Applies the stored choice to the document; called before the first paint and on every change. */
export function applyTheme(): void {
  const theme = current()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function setTheme(theme: Theme): void {
  writeStored(KEY, theme === 'system' ? null : theme)
  applyTheme()
  for (const listener of listeners) listener()
}

/** The chosen theme; `system` follows the operating system. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    current,
    () => 'system',
  )
}
