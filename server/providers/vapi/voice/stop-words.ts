// Whether somebody plainly asks not to be called. The voice is told to obey it; this holds also where it does not.

const WHOLE = /^(?:(?:please|oh|no|hey|just|ok|okay)[\s,]+)*stop(?:[\s,]+(?:please|stop|it|now|calling))*$/
const PARTS = [
  /\bstop (?:calling|ringing|phoning|contacting)\b/,
  /\b(?:do not|don't|dont|never) (?:ever )?(?:call|ring|phone|contact) (?:me|us|here|this number|again)\b/,
  /\btake (?:me|us|my number|this number) off\b/,
  /\bremove (?:me|us|my number|this number|my name)\b/,
  /\b(?:opt|opting) (?:me )?out\b/,
  /\bunsubscribe\b/,
  /\bpress(?:ed)? (?:four|4)\b/,
]

/** @param said one utterance as it was heard. When in doubt it is no: then the voice asks. */
export function asksToStop(said: string): boolean {
  const words = said
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[.!?]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // a machine's greeting goes on and on
  if (words.length > 200) return false
  return WHOLE.test(words) || PARTS.some((part) => part.test(words))
}
