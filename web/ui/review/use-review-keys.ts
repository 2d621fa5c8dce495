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

/** Of a queue: `j` and `k` go to its rows, `c` claims the row. */
export const queueKeys: Keys = { j: focusRow, k: focusRow, c: claimRow }

/** From there the table's own keys go on; a control within a row leads to its row. */
function focusRow(): void {
  const row = rowInFocus() ?? document.querySelector<HTMLElement>('[data-row="0"]')
  row?.focus()
}

/** Presses the button of the row, which knows whether it may. */
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
