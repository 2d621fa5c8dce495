// Facts about the next step of a conversation. Pure.

import type { Next, Pending } from './turn.ts'
import { choiceAbout } from './understood.ts'

/** The request that staff follow up if the person hangs up now; null: none. An opt-out has its own hold. */
export function pendingAt(next: Next): Pending | null {
  if (next.kind === 'ring') return 'operator'
  if (next.kind !== 'listen') return null
  if (next.step === 'slots') return 'option_2'
  if (next.step === 'when') return 'callback'
  if (!next.about) return null
  const option = choiceAbout(next.about)
  return option === 'option_4' ? null : option
}

/** Whether the turn's texts include the menu. */
export function playsMenu(next: Next): boolean {
  return next.kind === 'listen' && (next.step === 'offer' || next.step === 'menu')
}
