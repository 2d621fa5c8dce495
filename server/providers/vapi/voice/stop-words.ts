// Detects a plain request not to be called. The prompt also demands it; this works even where the voice does not obey.

const WHOLE_UTTERANCE =
  /^(?:(?:please|oh|no|hey|just|ok|okay)[\s,]+)*stop(?:[\s,]+(?:please|stop|it|now|calling))*$/
const PHRASES = [
  /\bstop (?:calling|ringing|phoning|contacting)\b/,
  /\b(?:do not|don't|dont|never) (?:ever )?(?:call|ring|phone|contact) (?:me|us|here|this number|again)\b/,
  /\btake (?:me|us|my number|this number) off\b/,
  /\bremove (?:me|us|my number|this number|my name)\b/,
  /\b(?:opt|opting) (?:me )?out\b/,
  /\bunsubscribe\b/,
  /\bpress(?:ed)? (?:four|4)\b/,
]

/** @param utterance as transcribed. When in doubt the answer is no, and the voice asks. */
export function asksToStop(utterance: string): boolean {
  const text = utterance
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[.!?]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // a machine's greeting is long
  if (text.length > 200) return false
  return WHOLE_UTTERANCE.test(text) || PHRASES.some((phrase) => phrase.test(text))
}
