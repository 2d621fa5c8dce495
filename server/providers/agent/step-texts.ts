// The texts that a step of the conversation plays. Pure.

import { spokenWhose } from '#server/calendar/words.ts'
import type { OfferedSlot } from '#server/providers/ports/voice.ts'
import type { At, Subject, Words } from './turn.ts'

/** A step's own texts. */
export function textsOf({ step, misses, about }: At, words: Omit<Words, 'clock'>): string[] {
  const { script, offered } = words
  const menu = script.menu.map(({ text }) => text)
  switch (step) {
    case 'greeting':
      return [script.greeting]
    case 'offer':
      return [script.body, ...menu]
    case 'menu':
      return menu
    case 'more':
      return misses === 0 ? ['If there is anything else, choose again. Otherwise just hang up.'] : menu
    case 'slots':
      return offerOf(offered)
    case 'when':
      return misses === 0 ? [] : [ASK_WHEN]
    case 'waiting':
      return []
    case 'confirm':
      return about
        ? [questionOf(about, words), HOW_TO_ANSWER[about === 'opt_out' ? 'opt_out' : 'wish']]
        : menu
  }
}

export const ASK_WHEN = 'Which day and time suit you?'

const HOW_TO_ANSWER = {
  wish: 'Say yes or no, or press 1 for yes or 2 for no.',
  opt_out: 'Say yes, or press 4, and we will not call this number again. Otherwise say no.',
} as const

/** The read-back of a wish. */
export function questionOf(
  about: Subject,
  { offered, callback }: Pick<Words, 'offered' | 'callback'>,
): string {
  switch (about) {
    case 'option_1':
      return 'You would like the link to the offer. Shall I send it?'
    case 'option_3':
      return 'You would like to start your accreditation. Shall I start it?'
    case 'callback':
      return callback?.question ?? ASK_WHEN
    case 'opt_out':
      return 'Do you want no more calls from us?'
    case 'first_time':
    case 'second_time': {
      const slot = offered[timeIndex(about)]
      return slot
        ? `${slot.spoken}, ${whose([slot])}. Shall I book it?`
        : 'Shall I note that you want a meeting?'
    }
  }
}

/** Index of the offered time that a read-back is about. */
export const timeIndex = (about: 'first_time' | 'second_time'): number => (about === 'first_time' ? 0 : 1)

const whose = (offered: readonly OfferedSlot[]): string =>
  spokenWhose(offered.slice(0, 2).map(({ inSydney }) => inSydney))

function offerOf(offered: readonly OfferedSlot[]): string[] {
  const [first, second] = offered
  if (!first) return []
  if (!second)
    return [`The next free time is ${first.spoken}, ${whose(offered)}. Press 1, or say yes, to take it.`]
  return [
    `I can offer you ${first.spoken}, or ${second.spoken}, ${whose(offered)}. ` +
      'Press 1 for the first time, or 2 for the second, or say which one suits you.',
  ]
}
