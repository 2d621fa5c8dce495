// Parses the arguments that a model gives to our tools. Pure.

import type { CallResponse } from '#contract/calls/calls.ts'
import type { OfferedSlot } from '#server/providers/ports/voice.ts'

/** '1', 1, 'option_1' or 'Option 1'; null for anything else. */
export function optionIn(value: unknown): CallResponse | null {
  const digit = /^(?:option[ _-]?)?([1-4])$/i.exec(String(value).trim())?.[1]
  // the pattern allows only these four
  return digit ? (`option_${digit}` as CallResponse) : null
}

/** The meeting time that was named, if it was offered in the call; null for anything else. */
export function slotIn(offered: readonly OfferedSlot[], value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  const text = value.replaceAll(/[[\]]/g, ' ').trim().toLowerCase()
  const found = offered.find(
    ({ start, spoken }) => Date.parse(start) === Date.parse(text) || spoken.toLowerCase() === text,
  )
  return found?.start ?? null
}

export const sourceIn = (value: unknown): 'key' | 'voice' => (value === 'key' ? 'key' : 'voice')
