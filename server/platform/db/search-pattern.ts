import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldKey } from '#contract/plain-text.ts'

/** LIKE patterns, lower case, of which a text has to match one. */
export type Patterns = readonly string[]

/** Substrings of this length are found by their trigrams, at any position. */
const SERVED = 3

/**
 * Patterns for a key of fold_key(), one entry per word of the search. Digits that look like a phone number are one
 * word, in E.164 form: '0491 570' finds +61491570156.
 */
export function searchPattern(text: string | undefined): Patterns[] {
  const words = (text ?? '').normalize('NFKC').trim().replaceAll(/\s+/g, ' ')
  if (words === '') return []
  if (/^[+\d\s()-]{3,}$/.test(words) && /[\s+()-]|^0/.test(words)) {
    const digits = words.replace(/\D/g, '').replace(/^(0011)?61(?=\d)|^0/, '')
    if (digits.length >= SERVED) return [[containing(digits)]]
    if (digits !== '') return [[containing(`+61${digits}`)]]
  }
  return wordPatterns(words)
}

/** As searchPattern(), where digits are no phone numbers. */
export const wordPatterns = (text: string): Patterns[] =>
  // a word keeps its dashes together: 'Smith-Jones' is one phrase of two words
  text.trim().split(/\s+/u).filter(Boolean).slice(0, 8).map(phrasePattern)

/** As searchPattern(), for a search of the whole phrase. */
export function phrasePattern(text: string): Patterns {
  // the database refuses characters that no text can contain
  return patternsOf(text.includes('\0') ? text : foldKey(text))
}

/**
 * One or two characters have no trigram, and reading every row would be needed to find them anywhere: they find the words that
 * begin with them. Signs alone find nothing.
 */
function patternsOf(words: string): Patterns {
  // the database refuses characters that no text can contain
  if (!/[\p{L}\p{N}]/u.test(words) && !words.includes('\0')) return []
  if (words.length >= SERVED) return [containing(words)]
  return [beginningWith(words), `% ${beginningWith(words)}`]
}

/** True for keys of fold_key() that match all of it. One condition a pattern: an index serves `like`, but not `like all`. */
export function holds(text: RawBuilder<unknown>, wanted: readonly Patterns[]): RawBuilder<SqlBool> {
  const told = wanted.filter((patterns) => patterns.length > 0)
  if (told.length === 0) return wanted.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`false`
  const each = told.map((patterns) => {
    const any = patterns.map((pattern) => sql`${text} like ${pattern}`)
    return any.length === 1 ? sql`${any[0]}` : sql`(${sql.join(any, sql` or `)})`
  })
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}

/** LIKE pattern, lower case, that matches a literal text at any position. */
export const containing = (text: string): string => `%${literal(text.toLowerCase())}%`

/** LIKE pattern of texts that begin with this one. */
export const beginningWith = (text: string): string => `${literal(text)}%`

const literal = (text: string): string => text.replaceAll(/[%_\\]/g, '\\$&')
