// Splits a text of the news into words, with what separates them: a name never crosses a separator.

import { foldedWords } from '#server/input/name-words.ts'

export interface NewsWord {
  /** Folded; two where a possessive may be either: 'Andrews’' is of Andrew or of Andrews. */
  words: readonly string[]
  /** In front of the word: a blank, a hyphen, a comma, 'and', or anything that ends a sentence or a part of one. */
  before: 'blank' | 'hyphen' | 'comma' | 'and' | 'end'
  isCapital: boolean
  /** Capitals throughout. */
  isInCapitals: boolean
}

const PARTS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’‘ʻʼ`.]*|[-‐‑]|[&+]|[^\s]|[\n\r\u2028\u2029]/gu
const AND = new Set(['and', 'or', 'und', '&', '+'])
const ABBREVIATIONS = /^(?:mr|mrs|ms|miss|mx|dr|prof|hon|rev|st|jr|sr|sen|pty|ltd|p|l|inc|co)$/

export function newsWords(text: string): NewsWord[] {
  const found: NewsWord[] = []
  let before: NewsWord['before'] = 'end'
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    const lower = part.toLowerCase()
    if (AND.has(lower)) before = worse(before, 'and')
    else if (/^[-‐‑]$/u.test(part)) before = worse(before, isInsideWord(text, index) ? 'hyphen' : 'end')
    else if (part === ',') before = worse(before, 'comma')
    else if (!/[\p{L}\p{N}]/u.test(part)) before = 'end'
    else {
      const folded = wordsOf(part)
      for (const [at, words] of folded.entries()) {
        found.push({
          words,
          before: at === 0 ? before : 'blank',
          isCapital: !/^\p{Ll}/u.test(part),
          isInCapitals: /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u.test(part) && part.length > 1,
        })
      }
      before = endsSentence(part, folded.at(-1)?.[0] ?? '') ? 'end' : 'blank'
    }
  }
  return found
}

const ranks = { blank: 0, hyphen: 1, and: 2, comma: 3, end: 4 }
const worse = (one: NewsWord['before'], other: NewsWord['before']): NewsWord['before'] =>
  ranks[one] >= ranks[other] ? one : other

const isInsideWord = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '')

/** A full stop behind an initial or a title ends nothing. */
const endsSentence = (part: string, word: string): boolean =>
  part.endsWith('.') && word.length > 1 && !ABBREVIATIONS.test(word) && !/\..+\./u.test(part)

/** 'Whitlock’s' is whitlock, 'J.R.' is j and r. */
function wordsOf(part: string): string[][] {
  if (/^(?:\p{L}\.)+\p{L}?$/u.test(part))
    return part
      .split('.')
      .filter(Boolean)
      .map((letter) => foldedWords(letter))
  const own = part.replace(/['’‘ʼ`]s\.?$/iu, '').replace(/\.$/, '')
  const isPlural = /s['’‘ʼ`]$/iu.test(own)
  const [first = '', ...more] = foldedWords(own)
  if (first === '') return []
  if (more.length === 0) return [isPlural ? [first, first.slice(0, -1)] : [first]]
  return [first, ...more].map((word) => [word])
}
