import { useEffect, useRef, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/lib/storage.ts'

const STORED = 'brokerline.review-keys'
let singleKeys = readStored(STORED) !== 'off'
const listeners = new Set<() => void>()

/** Whether single-key shortcuts are on. Speech input types letters, so users can turn them off in this browser. */
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

/** Actions by key name. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]'

/** Handles keys anywhere on the page, except while typing or under an open dialog or menu. */
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
    // before the listeners of the window, which has its own keys on every screen
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Keys of a queue: `j` and `k` enter its rows, `c` claims the row. */
export const queueKeys: Keys = { j: focusRow, k: focusRow, c: claimRow }

/** Focuses a row; the table's own keys take over from there. */
function focusRow(): void {
  const row = rowInFocus() ?? document.querySelector<HTMLElement>('[data-row="0"]')
  row?.focus()
}

/** Clicks the row's claim button, which checks whether it is allowed. */
function claimRow(): void {
  rowInFocus()?.querySelector<HTMLElement>('button')?.click()
}

function rowInFocus(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
}

function isMeantForText({ key, target }: KeyboardEvent): boolean {
  if (key.length === 1 && !singleKeys) return true
  if (key === 'Escape' || !(target instanceof HTMLElement)) return false
  if (target.matches('textarea, select, [contenteditable], [role=combobox]')) return true
  const isLine = target.matches('input:not([type=checkbox], [type=radio])')
  return isLine && !key.startsWith('Page')
}
