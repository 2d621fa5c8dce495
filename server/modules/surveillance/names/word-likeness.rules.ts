// Scores how alike two words of a name are: by spelling, sound and short forms.

import { isShortFor } from './nicknames.rules.ts'

export type Likeness = 'same' | 'short form' | 'initial' | 'spelling'

export interface WordMatch {
  /** 0 to 1. */
  score: number
  by: Likeness
}

const SHORT_FORM = 0.88
const INITIAL = 0.75
/** The spellings differ, but sound the same. */
const BEST_SPELLING = 0.97
const LEAST_SPELLING = 0.7

/** Letters that are taken for one another, by ear or in another alphabet's spelling. */
const heardAlike = [
  'iy',
  'ck',
  'cq',
  'kq',
  'sz',
  'vw',
  'gk',
  'dt',
  'bp',
  'fv',
  'jy',
  'gj',
  'cs',
  'gq',
  'sx',
  'hk',
  'uw',
  '0o',
  '1i',
  '1l',
  '5s',
]
const alike = new Set(heardAlike.flatMap(([a = '', b = '']) => [a + b, b + a]))
const VOWELS = 'aeiouy'

const NOTHING_HEARD = 0.3
const HEARD_ALIKE = 0.6
const OTHER_VOWEL = 0.8
const OTHER_LETTER = 1.1
const SWAPPED = 0.9
/** People rarely mistake the first letter. */
const OTHER_START = 0.15

/** Edits that a word of so many letters may have: none up to two, one at five, two at eight. */
const allowance = (letters: number): number =>
  letters <= 2 ? 0 : Math.log(letters - 1) / Math.log(2.4) - 0.3

/** @param given whether they are given names: only these have short forms, initials and women's forms */
export function likeness(first: string, second: string, given = true): WordMatch | null {
  if (first === second) return { score: 1, by: 'same' }
  const one = first.replace(MAC, 'mc')
  const other = second.replace(MAC, 'mc')
  if (one === other) return { score: BEST_SPELLING, by: 'spelling' }
  if (given && isShortFor(one, other)) return { score: SHORT_FORM, by: 'short form' }
  if (one.length === 1 || other.length === 1) {
    return given && one[0] === other[0] ? { score: INITIAL, by: 'initial' } : null
  }
  const shorter = one.length < other.length ? one : other
  const longer = shorter === one ? other : one
  const allowed = allowance(shorter.length)
  if (longer.length - shorter.length > allowed / NOTHING_HEARD) return null
  if (mostOtherLetters(allowed) < differingLetters(one, other)) return null
  if (given && isWomansForm(shorter, longer)) return null
  const cost = editCost(one, other, allowed)
  if (cost > allowed) return null
  return { score: BEST_SPELLING - (BEST_SPELLING - LEAST_SPELLING) * (cost / allowed), by: 'spelling' }
}

/** An edit removes a letter and adds another; a silent h costs less, but there is one such letter only. */
const mostOtherLetters = (allowed: number): number => 2 * Math.floor(allowed / HEARD_ALIKE) + 1

/** How many letters only one of two words has. */
function differingLetters(one: string, other: string): number {
  let bits = lettersOf(one) ^ lettersOf(other)
  let count = 0
  for (; bits !== 0; count++) bits &= bits - 1
  return count
}

function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** MacKenzie and McKenzie. */
const MAC = /^mac(?=[^aeiou])/

/** Robert and Roberta, Paul and Paula, Simon and Simone are two people. */
const isWomansForm = (shorter: string, longer: string): boolean =>
  longer.startsWith(shorter) &&
  /^(a|e|ia|ina|ine|ette)$/.test(longer.slice(shorter.length)) &&
  /[^aeiouy]$/.test(shorter)

const LETTERS = 128
/** The cost of taking one letter for another, by their codes; in short words, and in others. */
const exchangeCosts = [true, false].map((isShort) => {
  const costs = new Float64Array(LETTERS * LETTERS)
  for (let one = 0; one < LETTERS; one++) {
    for (let other = 0; other < LETTERS; other++) {
      costs[one * LETTERS + other] = exchanged(String.fromCharCode(one), String.fromCharCode(other), isShort)
    }
  }
  return costs
})
const [shortCosts = new Float64Array(), longCosts = new Float64Array()] = exchangeCosts

function exchanged(a: string, b: string, isShort: boolean): number {
  if (a === b) return 0
  const vowels = VOWELS.includes(a) && VOWELS.includes(b)
  if (alike.has(a + b)) return isShort && VOWELS.includes(a) !== VOWELS.includes(b) ? 1 : HEARD_ALIKE
  if (vowels) return isShort ? 1 : OTHER_VOWEL
  return OTHER_LETTER
}

const H = 'h'.charCodeAt(0)
const E = 'e'.charCodeAt(0)

/** The cost of a letter that one of them lacks: little if it is doubled, silent, or a final e. */
function lost(word: string, at: number): number {
  const letter = word.charCodeAt(at)
  if (at > 0 && (letter === word.charCodeAt(at - 1) || letter === H)) return NOTHING_HEARD
  return letter === E && at === word.length - 1 ? HEARD_ALIKE : 1
}

/** Three lines of the table, used again for every pair: words of names are short, and there are many pairs. */
const MOST_LETTERS = 255
let before = new Float64Array(MOST_LETTERS + 1)
let above = new Float64Array(MOST_LETTERS + 1)
let line = new Float64Array(MOST_LETTERS + 1)

/** Levenshtein with exchanged neighbours, where what sounds alike costs less; gives up beyond `most`. */
function editCost(one: string, other: string, most: number): number {
  if (one.length > MOST_LETTERS || other.length > MOST_LETTERS) return Number.POSITIVE_INFINITY
  const costs = Math.min(one.length, other.length) <= 4 ? shortCosts : longCosts
  above[0] = 0
  for (let at = 1; at <= other.length; at++) above[at] = (above[at - 1] ?? 0) + lost(other, at - 1)
  for (let row = 1; row <= one.length; row++) {
    const a = one.charCodeAt(row - 1)
    const lostHere = lost(one, row - 1)
    let least = (above[0] ?? 0) + lostHere
    line[0] = least
    for (let at = 1; at <= other.length; at++) {
      const b = other.charCodeAt(at - 1)
      const exchange = costs[a * LETTERS + b] ?? OTHER_LETTER
      const start = row === 1 && at === 1 && exchange > OTHER_VOWEL ? OTHER_START : 0
      let cost = Math.min(
        (above[at - 1] ?? 0) + exchange + start,
        (above[at] ?? 0) + lostHere,
        (line[at - 1] ?? 0) + lost(other, at - 1),
      )
      const isSwapped =
        row > 1 && at > 1 && a !== b && a === other.charCodeAt(at - 2) && b === one.charCodeAt(row - 2)
      if (isSwapped) cost = Math.min(cost, (before[at - 2] ?? 0) + SWAPPED)
      line[at] = cost
      if (cost < least) least = cost
    }
    if (least > most) return Number.POSITIVE_INFINITY
    const spare = before
    before = above
    above = line
    line = spare
  }
  return above[other.length] ?? 0
}
