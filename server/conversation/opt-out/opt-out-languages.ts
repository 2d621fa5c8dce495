// Reads opt-outs in other languages than English.

import { folded } from '../text/fold.ts'
import { type OtherLanguage, otherLanguages } from '../vocabulary/other-languages.ts'

/** Words of `between` that may follow each other. */
const MOST_BETWEEN = 5

interface Patterns {
  pair: RegExp
  alone: RegExp | null
  limits: RegExp | null
}

const patterns = otherLanguages.map(
  ({ no, contact, between, isUnspaced, isNoLast, alone, limits }: OtherLanguage): Patterns => {
    const space = isUnspaced ? '\\s?' : '\\s'
    const gap = isUnspaced
      ? `(?:\\s?(?:${between})){0,${MOST_BETWEEN}}${space}`
      : `(?:\\s(?:${between}))${between === undefined ? '{0}' : `{0,${MOST_BETWEEN}}`}${space}`
    const start = isUnspaced ? '' : '(?<![\\p{L}\\p{M}])'
    const [first, last] = isNoLast ? [contact, no] : [no, contact]
    const rest = isUnspaced ? '' : isNoLast ? '[\\p{L}\\p{M}]*' : ''
    return {
      pair: new RegExp(`${start}(?:${first})${rest}${gap}(?:${last})`, 'u'),
      alone: alone === undefined ? null : new RegExp(`${start}(?:${alone})`, 'u'),
      limits:
        limits === undefined
          ? null
          : new RegExp(`${start}(?:${limits})${isUnspaced ? '' : '(?![\\p{L}\\p{M}])'}`, 'u'),
    }
  },
)

/** True for a request in another language not to be called or texted, now or ever. */
export function asksInOtherLanguage(text: string): boolean {
  const plain = folded(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return patterns.some(
    ({ pair, alone, limits }) =>
      (pair.test(plain) || alone?.test(plain) === true) && limits?.test(plain) !== true,
  )
}
