import { useEffect, useRef, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/lib/storage.ts'

const STORED = 'brokerline.review-keys'
let singleKeys = readStored(STORED) !== 'off'
const listeners = new Set<() => void>()

/** Letters as keys can be switched off, as dictation types them. Kept by this browser. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, () => singleKeys), setSingleKeys]
}

function setSingleKeys(on: boolean): void {
  singleKeys = on
  writeStored(STORED, on ? null : 'off')
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** What a key does, by its name. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]'

/** Acts on keys pressed anywhere on the page, unless somebody types or something lies above the page. */
export function useReviewKeys(keys: Keys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const run = current.current[event.key]
      if (!run || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isMeantForText(event) || document.querySelector(LAYERS)) return
      event.preventDefault()
      run(event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function isMeantForText({ key, target }: KeyboardEvent): boolean {
  if (key.length === 1 && !singleKeys) return true
  if (key === 'Escape' || !(target instanceof HTMLElement)) return false
  if (target.matches('textarea, select, [contenteditable], [role=combobox]')) return true
  const isLine = target.matches('input:not([type=checkbox], [type=radio])')
  return isLine && !key.startsWith('Page')
}
