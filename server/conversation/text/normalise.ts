// Normalises an utterance to ' | words between spaces | ', in lower case and without apostrophes.

import { fillers, spellings } from '../vocabulary/spellings.ts'
import { contract } from './contractions.ts'
import { folded, oneBar, withoutSigns } from './fold.ts'
import { memo } from './memo.ts'
import { restoreKeywords } from './mishearings.ts'

/** Lower case, no invisible characters, one space between words, a bar at the end of a sentence. */
function plainWords(text: string): string {
  const spelled = folded(text).replaceAll(
    /\b(s?he|it|that|there)[’'](ll|d)\b/g,
    (_, who: string, verb: string) => `${who} ${verb === 'll' ? 'will' : 'would'}`,
  )
  return ` | ${withoutSigns(spelled)
    .replaceAll(/(\d)[:.](\d{2})(?!\d)/g, '$1 $2')
    .replaceAll(/(\d)(?=[a-z])(?!st|nd|rd|th|s\b)/g, '$1 ')
    .replaceAll(/\b([ap])\.? ?m\b\.?/g, '$1m')
    .replaceAll(/,/g, ' ')
    .replaceAll(/[.!?;:()\n\r…–—"“”„«»*]+|\s-+\s/g, ' | ')
    .replaceAll(/[^\p{L}\p{M}\p{N}|]+/gu, ' ')
    .trim()} | `
}

const collapse = (words: string): string => oneBar(words.replaceAll(/ +/g, ' '))

/** Sounds and words of hesitation, and 'mate'. */
const HESITATIONS =
  /(?:,\s*)?(?<![\p{L}’'])(?:u+m+|u+h+|e+r+m*|a+h+|h+m{2,}|h+m+|you know|mate)(?![\p{L}’'])[,.]?(?! you)/giu

/** Without hesitations, so that only keywords remain. */
export const withoutHesitations = (text: string): string =>
  text
    .replaceAll(/\b(?:m+[- ]?h+m+|uh[- ]huh)\b/gi, 'uhhuh')
    .replaceAll(HESITATIONS, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .replace(/^[\s,]+/, '')

/** All words, with standard spellings and contractions. */
export const normalise = memo((text) => {
  let words = restoreKeywords(plainWords(withoutHesitations(text)))
  for (const [from, to] of spellings) words = words.replaceAll(from, to)
  return collapse(contract(words))
})

/** Without hesitations, forms of address and courtesies. */
export const coreOf = memo((words) => {
  let core = words
  for (const filler of fillers) core = collapse(core.replaceAll(filler, ' '))
  return collapse(core)
})
