import type { KeyboardEvent } from 'react'
import { readStored } from '#web/lib/storage.ts'

const STEPS: Readonly<Record<string, 'next' | 'previous'>> = {
  j: 'next',
  ArrowRight: 'next',
  k: 'previous',
  ArrowLeft: 'previous',
}

/** Controls that use letters or arrow keys themselves. */
const FIELDS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=slider]'

/** Whether letters do something: they are switched off for the whole console, at the review desk. */
export const lettersAreKeys = (): boolean => readStored('brokerline.review-keys') !== 'off'

/** The move that a key triggers in a panel; null for other keys and while typing. */
export function stepOfKey(event: KeyboardEvent<HTMLElement>): 'next' | 'previous' | null {
  const { key, target, currentTarget } = event
  const step = STEPS[key]
  if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  if (key.length === 1 && !lettersAreKeys()) return null
  // events of a portal (a dialog, a menu) bubble here through React, but the portal is above the panel
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return null
  return target.matches(FIELDS) ? null : step
}
