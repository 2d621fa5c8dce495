// Decides how likely two names are one person's: which word stands for which, and what each of them lacks.

import { personWords, variantsOf } from './name-text.rules.ts'
import { type Likeness, likeness } from './word-likeness.rules.ts'

export interface ParsedPerson {
  words: readonly string[]
  family: number | null
}

export interface NamePart {
  /** As the first name has it; empty: only the second has it. */
  one: string
  other: string
  score: number
  by: Likeness | 'joined' | 'missing'
}

export interface NameScore {
  /** 0 to 1. */
  score: number
  parts: NamePart[]
}

/** Words that many names have and that are often left out. */
const particles = new Set(
  `al el ul ur bin ben ibn bint abu de da di do dos das del della la le los van von der den ter te the san st mac mc
  thi y e und`.split(/\s+/),
)
const PARTICLE = 0.3
const LONE_LETTER = 0.5
const FAMILY = 1.3
/** What both have and the other lacks: they are two people. */
const CONFLICT = 2
const LACKED_BY_SECOND = 0.22
const LACKED_BY_FIRST = 0.12
const OTHER_ORDER = 0.03
const JOINED = 0.97
const ONE_WORD_ONLY = 0.8
const FORMER_NAME = 0.95

export const isParticle = (word: string): boolean => particles.has(word)

export function parsePerson(text: string): ParsedPerson {
  return personWords(text)
}

/** Of two names as they are written; the best of what each of them may be read as. */
export function scorePeople(one: string, other: string): NameScore {
  let best: NameScore = { score: 0, parts: [] }
  for (const [index, first] of variantsOf(one).entries()) {
    for (const [at, second] of variantsOf(other).entries()) {
      const found = scoreParsedPeople(parsePerson(first), parsePerson(second))
      const score = index + at > 0 ? found.score * FORMER_NAME : found.score
      if (score > best.score) best = { ...found, score }
    }
  }
  return best
}

interface Pairing {
  score: number
  by: NamePart['by']
  from: number
  to: number
  /** Words that it takes of each. */
  taken: number
  given: number
}

export function scoreParsedPeople(one: ParsedPerson, other: ParsedPerson): NameScore {
  const a = one.words
  const b = other.words
  if (a.length === 0 || b.length === 0) return { score: 0, parts: [] }
  const chosen = choose(pairings(one, other), a.length, b.length)
  const usedA = new Set<number>()
  const usedB = new Set<number>()
  let total = 0
  let reached = 0
  const parts: NamePart[] = []
  for (const { score, by, from, to, taken, given } of chosen) {
    const wordsA = a.slice(from, from + taken)
    const wordsB = b.slice(to, to + given)
    for (let at = from; at < from + taken; at++) usedA.add(at)
    for (let at = to; at < to + given; at++) usedB.add(at)
    const isFamily = isFamilyWord(one, from) || isFamilyWord(other, to)
    const weight =
      Math.max(sum(wordsA.map(weightOf)) / taken, sum(wordsB.map(weightOf)) / given) * (isFamily ? FAMILY : 1)
    total += weight
    reached += weight * score
    parts.push({ one: wordsA.join(' '), other: wordsB.join(' '), score, by })
  }
  const restA = a.filter((_, at) => !usedA.has(at))
  const restB = b.filter((_, at) => !usedB.has(at))
  for (const word of restA) parts.push({ one: word, other: '', score: 0, by: 'missing' })
  for (const word of restB) parts.push({ one: '', other: word, score: 0, by: 'missing' })
  const lackedBySecond = sum(restA.map(weightOf))
  const lackedByFirst = sum(restB.map(weightOf))
  const telling = (words: string[]) => sum(words.filter((word) => !particles.has(word)).map(weightOf))
  const conflict = Math.min(telling(restA), telling(restB))
  const lost =
    conflict * CONFLICT +
    (lackedBySecond - conflict) * LACKED_BY_SECOND +
    (lackedByFirst - conflict) * LACKED_BY_FIRST
  let score = total === 0 ? 0 : reached / (total + lost)
  if (outOfOrder(chosen, one, other)) score -= OTHER_ORDER
  if (
    parts.filter(({ by }) => by !== 'missing').length < 2 &&
    Math.max(a.length, b.length) > 1 &&
    !chosen.some(({ by }) => by === 'joined')
  ) {
    score *= ONE_WORD_ONLY
  }
  return { score: Math.max(0, score), parts }
}

function weightOf(word: string): number {
  if (particles.has(word)) return PARTICLE
  return word.length === 1 ? LONE_LETTER : 1
}

const sum = (values: number[]): number => values.reduce((before, value) => before + value, 0)

/** Without a comma the last word is taken for the family name. */
function isFamilyWord({ words, family }: ParsedPerson, at: number): boolean {
  return family === null ? at === words.length - 1 : at < family
}

function pairings(one: ParsedPerson, other: ParsedPerson): Pairing[] {
  const found: Pairing[] = []
  for (const [from, a] of one.words.entries()) {
    for (const [to, b] of other.words.entries()) {
      // where a comma tells the family name, it has no short forms
      const isGiven =
        !(one.family !== null && from < one.family) && !(other.family !== null && to < other.family)
      const match = likeness(a, b, isGiven)
      if (match) found.push({ ...match, from, to, taken: 1, given: 1 })
      const joinedA = a + (one.words[from + 1] ?? '')
      const joinedB = b + (other.words[to + 1] ?? '')
      if (joinedA !== a && isJoined(joinedA, b))
        found.push({ score: JOINED, by: 'joined', from, to, taken: 2, given: 1 })
      if (joinedB !== b && isJoined(joinedB, a))
        found.push({ score: JOINED, by: 'joined', from, to, taken: 1, given: 2 })
    }
  }
  return found.sort((first, second) => rank(second) - rank(first))
}

const isJoined = (joined: string, word: string): boolean =>
  word.length > 4 && (likeness(joined, word, false)?.score ?? 0) > 0.85

const rank = ({ score, taken, given }: Pairing): number => score + (taken + given > 2 ? 0.02 : 0)

/** The best first: each word stands for one. */
function choose(found: readonly Pairing[], lengthA: number, lengthB: number): Pairing[] {
  const freeA = Array<boolean>(lengthA).fill(true)
  const freeB = Array<boolean>(lengthB).fill(true)
  return found.filter(({ from, to, taken, given }) => {
    const slots =
      [...Array(taken).keys()].every((at) => freeA[from + at]) &&
      [...Array(given).keys()].every((at) => freeB[to + at])
    if (!slots) return false
    freeA.fill(false, from, from + taken)
    freeB.fill(false, to, to + given)
    return true
  })
}

/** Whether words stand in another order, where no comma explains it. */
function outOfOrder(chosen: readonly Pairing[], one: ParsedPerson, other: ParsedPerson): boolean {
  const rotated = ({ words, family }: ParsedPerson, at: number) =>
    family === null ? at : at < family ? at + words.length : at
  const order = chosen
    .map(({ from, to }) => [rotated(one, from), rotated(other, to)] as const)
    .sort(([first], [second]) => first - second)
  return order.some(([, to], index) => index > 0 && to < (order[index - 1]?.[1] ?? 0))
}
