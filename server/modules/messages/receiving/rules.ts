// Decides what the sender of an SMS wants of us: to be left alone, or to hear from us again.

export type Wish = 'stop' | 'start'

/** Enough as the first or the last word, whatever stands around it: in doubt nobody is called. */
const STOP_WORDS = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'OPTOUT'])
/** Words that mean it only when they stand alone: 'cancel my meeting' is no opt-out. */
const STOP_MESSAGES = new Set(['CANCEL', 'END', 'QUIT', 'REVOKE', 'OPT OUT'])
/** Nothing but the word itself ends an opt-out. */
const START_MESSAGES = new Set(['START', 'UNSTOP'])

/** @returns null for a message that is for people to read */
export function wishOf(body: string): Wish | null {
  const words = body
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
  const message = words.join(' ')
  if (START_MESSAGES.has(message)) return 'start'
  const ends = [words[0] ?? '', words.at(-1) ?? '']
  const optsOut = /\b(OPT OUT|UNSUBSCRIBE)\b/.test(message)
  return optsOut || STOP_MESSAGES.has(message) || ends.some((word) => STOP_WORDS.has(word)) ? 'stop' : null
}
