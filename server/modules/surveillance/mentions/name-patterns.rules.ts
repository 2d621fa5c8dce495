// Decides where a text of the news names a person or a company: as a phrase that no separator interrupts.

import { companyReadings } from '#server/input/company-readings.ts'
import { foldedWords } from '#server/input/name-words.ts'
import { parsePersonName } from '#server/input/person-name.ts'
import type { NewsWord } from './news-words.rules.ts'

export interface NamePattern {
  /** Two words that every match contains, in this order. */
  key: string
  /** How many words from this one on name it; 0: none. */
  match(words: readonly NewsWord[], at: number): number
}

/** Names of one word, 'Li' or 'Harbour', are words of every newspaper. */
const LEAST_WORDS = 2
const MAX_BETWEEN = 2
const SHORT_FORMS = ['pty', 'ltd', 'limited', 'proprietary', 'p']

export const keyOf = (one: string, other: string): string => `${one} ${other}`

const has = (word: NewsWord | undefined, text: string | undefined): boolean =>
  word !== undefined && text !== undefined && word.words.includes(text)

/** Whether these words follow one another without a separator, from `at` on. */
function isRun(words: readonly NewsWord[], at: number, texts: readonly string[], isName: boolean): boolean {
  return texts.every((text, index) => {
    const word = words[at + index]
    if (!has(word, text) || (isName && !word?.isCapital && text.length > 3)) return false
    return index === 0 || word?.before === 'blank' || word?.before === 'hyphen'
  })
}

const isJoined = (word: NewsWord | undefined): boolean =>
  word?.before === 'blank' || word?.before === 'hyphen'

/** 'Dana Whitlock-Brown' is not Dana Whitlock. */
const isWhole = (words: readonly NewsWord[], at: number, end: number): boolean =>
  words[at]?.before !== 'hyphen' && words[end]?.before !== 'hyphen'

export function personPatterns(name: string): NamePattern[] {
  const { given, middle, initials, surname, called } = parsePersonName(name)
  const family = foldedWords(surname)
  const middles = [...middle, ...initials].flatMap(foldedWords)
  if (given === '' && initials.length > 0 && family.length > 0)
    return [inOrder(initials.flatMap(foldedWords), [], family)]
  return [...new Set([given, called ?? ''])]
    .map(foldedWords)
    .filter((words) => words.length > 0 && words.length + family.length >= LEAST_WORDS && family.length > 0)
    .flatMap((words) => [inOrder(words, middles, family), reversed(words, family)])
}

/** 'Dana Whitlock', 'Dana Marie Whitlock'. */
function inOrder(
  given: readonly string[],
  middles: readonly string[],
  family: readonly string[],
): NamePattern {
  return {
    key: keyOf(given[0] ?? '', family[0] ?? ''),
    match(words, at) {
      if (!isRun(words, at, given, true)) return 0
      const behind = at + given.length
      for (let between = 0; between <= Math.max(MAX_BETWEEN, middles.length); between++) {
        const start = behind + between
        if (!isJoined(words[start])) return 0
        const end = start + family.length
        if (isRun(words, start, family, true) && isWhole(words, at, end)) return end - at
        if (!isMiddle(words[start], middles, between)) return 0
      }
      return 0
    },
  }
}

/** A further given name, in agreement with those of the record where it has any. */
function isMiddle(word: NewsWord | undefined, middles: readonly string[], between: number): boolean {
  if (!word?.isCapital) return false
  if (middles.length === 0) return between < (word.isInCapitals ? 1 : MAX_BETWEEN)
  return middles.some(
    (middle) =>
      has(word, middle) ||
      has(word, middle.slice(0, 1)) ||
      (middle.length === 1 && word.words[0]?.[0] === middle),
  )
}

/** 'WHITLOCK, Dana', 'Whitlock, Dana; Brown, Tom' and 'Zhang Wei'; in 'Tom Whitlock, Dana Brown' the comma separates. */
function reversed(given: readonly string[], family: readonly string[]): NamePattern {
  return {
    key: keyOf(family[0] ?? '', given[0] ?? ''),
    match(words, at) {
      const start = at + family.length
      const end = start + given.length
      const [first, next] = [words[at], words[start]]
      if (!first || !next || !(next.before === 'comma' || isJoined(next))) return 0
      if (!isRun(words, at, family, true) || !isRun(words, start, given, true) || !isWhole(words, at, end))
        return 0
      const isInCapitals = first.isInCapitals && !next.isInCapitals
      const previous = words[at - 1]
      const isAlone = !isJoined(first) || previous?.isCapital === false
      const goesOn = isJoined(words[end]) && words[end]?.isCapital === true
      return isInCapitals || (isAlone && !goesOn) ? end - at : 0
    },
  }
}

/** Own, trading and former name, and the trust; a name of one word only with its legal form. */
export function companyPatterns(company: string): NamePattern[] {
  return companyReadings(company).flatMap(({ words }) => {
    const own = words[0] === 'the' && words.length > LEAST_WORDS ? words.slice(1) : words
    if (own.length >= LEAST_WORDS) return [phrase(own)]
    return SHORT_FORMS.map((form) => phrase([...own, form]))
  })
}

function phrase(texts: readonly string[]): NamePattern {
  // 'and' separates persons, but belongs to 'Wattle & Co Mortgages'
  const own = texts.filter((text) => text !== 'and')
  return {
    key: keyOf(own[0] ?? '', own[1] ?? ''),
    match(words, at) {
      const isHere = own.every((text, index) => {
        const word = words[at + index]
        if (!has(word, text)) return false
        return index === 0 || isJoined(word) || (word?.before === 'and' && own.length < texts.length)
      })
      return isHere && isWhole(words, at, at + own.length) ? own.length : 0
    },
  }
}
