// Scores how likely two names are one person's: by the pairs of matching words, and the words missing in either.

import { PARTICLE_WEIGHT, type PersonReading, personReadings } from '#server/input/person-readings.ts'
import { type Likeness, likeness } from './word-likeness.rules.ts'

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

const FAMILY = 1.3
/** Weight of words that each name has and the other lacks, which indicate two people. */
const CONFLICT = 2
const LACKED_BY_SECOND = 0.22
const LACKED_BY_FIRST = 0.12
const OTHER_ORDER = 0.03
const JOINED = 0.97
const ONE_WORD_ONLY = 0.8
/** A family name that one of them lacks weighs as much as a conflict of given names. */
const FAMILY_LACKED = 1
/** Two initials or more that all agree, in their order. */
const INITIALS = 0.86
const INITIALS_OUT_OF_ORDER = 0.12

export const isParticle = ({ weights }: PersonReading, at: number): boolean =>
  (weights[at] ?? 1) <= PARTICLE_WEIGHT

/** Of two names as they are written; the best of their readings. */
export function scorePeople(one: string, other: string): NameScore {
  let best: NameScore = { score: 0, parts: [] }
  const others = personReadings(other)
  for (const first of personReadings(one)) {
    for (const second of others) {
      const found = scoreReadings(first, second)
      if (found.score > best.score) best = found
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

export function scoreReadings(one: PersonReading, other: PersonReading): NameScore {
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
      Math.max(mean(one.weights, from, taken), mean(other.weights, to, given)) * (isFamily ? FAMILY : 1)
    total += weight
    reached += weight * score
    parts.push({ one: wordsA.join(' '), other: wordsB.join(' '), score, by })
  }
  for (const [at, word] of a.entries())
    if (!usedA.has(at)) parts.push({ one: word, other: '', score: 0, by: 'missing' })
  for (const [at, word] of b.entries())
    if (!usedB.has(at)) parts.push({ one: '', other: word, score: 0, by: 'missing' })
  const restA = one.weights.filter((_, at) => !usedA.has(at))
  const restB = other.weights.filter((_, at) => !usedB.has(at))
  const lackedBySecond = sum(restA)
  const lackedByFirst = sum(restB)
  const telling = (weights: number[]) => sum(weights.filter((weight) => weight > PARTICLE_WEIGHT))
  const conflict = Math.min(telling(restA), telling(restB))
  const lost =
    conflict * CONFLICT +
    (lackedBySecond - conflict) * LACKED_BY_SECOND +
    (lackedByFirst - conflict) * LACKED_BY_FIRST
  const isFamilyLacking = lacksFamily(one, usedA, other) || lacksFamily(other, usedB, one)
  let score = total === 0 ? 0 : reached / (total + lost + (isFamilyLacking ? FAMILY_LACKED : 0))
  if (outOfOrder(chosen, one, other))
    score -= initialsOf(one, other) === 'differ' ? INITIALS_OUT_OF_ORDER : OTHER_ORDER
  if (
    parts.filter(({ by }) => by !== 'missing').length < 2 &&
    Math.max(a.length, b.length) > 1 &&
    !chosen.some(({ by }) => by === 'joined')
  ) {
    score *= ONE_WORD_ONLY
  }
  return { score: Math.max(0, score) * one.factor * other.factor, parts }
}

/** Whether a comma shows a family name that the other name, of two words or more, does not have. */
function lacksFamily(
  { family, weights }: PersonReading,
  used: ReadonlySet<number>,
  other: PersonReading,
): boolean {
  if (family === null || other.words.length < 2) return false
  for (let at = 0; at < family; at++) if (used.has(at) && (weights[at] ?? 1) > PARTICLE_WEIGHT) return false
  return true
}

function mean(weights: readonly number[], from: number, count: number): number {
  let total = 0
  for (let at = from; at < from + count; at++) total += weights[at] ?? 1
  return total / count
}

const sum = (values: number[]): number => values.reduce((before, value) => before + value, 0)

/** Without a comma the last word is taken for the family name. */
function isFamilyWord({ words, family }: PersonReading, at: number): boolean {
  return family === null ? at === words.length - 1 : at < family
}

/** Words of one name that the other writes as one: two, or three as in 'de la Cruz'. */
const MAX_JOINED = 3

function pairings(one: PersonReading, other: PersonReading): Pairing[] {
  const found: Pairing[] = []
  const initials = initialsOf(one, other)
  for (const [from, a] of one.words.entries()) {
    for (const [to, b] of other.words.entries()) {
      // where a comma shows the family name, it has no short forms
      const isGiven =
        !(one.family !== null && from < one.family) && !(other.family !== null && to < other.family)
      const match = likeness(a, b, isGiven)
      if (match) {
        const score = match.by === 'initial' && initials === 'agree' ? INITIALS : match.score
        found.push({ ...match, score, from, to, taken: 1, given: 1 })
      }
      for (let count = 2; count <= MAX_JOINED; count++) {
        if (isJoined(one.words, from, count, b))
          found.push({ score: JOINED, by: 'joined', from, to, taken: count, given: 1 })
        if (isJoined(other.words, to, count, a))
          found.push({ score: JOINED, by: 'joined', from, to, taken: 1, given: count })
      }
    }
  }
  return found.sort((first, second) => rank(second) - rank(first))
}

function isJoined(words: readonly string[], from: number, count: number, word: string): boolean {
  if (word.length <= 4 || from + count > words.length) return false
  let letters = 0
  for (let at = from; at < from + count; at++) letters += words[at]?.length ?? 0
  // no likeness above 0.85 has more letters of its own
  if (Math.abs(letters - word.length) > 2) return false
  return (likeness(words.slice(from, from + count).join(''), word, false)?.score ?? 0) > 0.85
}

const rank = ({ score, taken, given }: Pairing): number => score + (taken + given > 2 ? 0.02 : 0)

/** Selects pairings, best first, so that each word is in one at most. */
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

/** Whether the words are in another order, where no comma explains it. */
function outOfOrder(chosen: readonly Pairing[], one: PersonReading, other: PersonReading): boolean {
  const rotated = ({ words, family }: PersonReading, at: number) =>
    family === null ? at : at < family ? at + words.length : at
  const order = chosen
    .map(({ from, to }) => [rotated(one, from), rotated(other, to)] as const)
    .sort(([first], [second]) => first - second)
  return order.some(([, to], index) => index > 0 && to < (order[index - 1]?.[1] ?? 0))
}

const isInitial = (word: string | undefined): boolean => word?.length === 1

/** Two initials or more of a name against the given names of the other, in their order. */
function initialsOf(one: PersonReading, other: PersonReading): 'none' | 'agree' | 'differ' {
  const [short, full] = countInitials(one) >= countInitials(other) ? [one, other] : [other, one]
  if (countInitials(short) < 2) return 'none'
  const given = full.family === null ? full.words.slice(0, -1) : full.words.slice(full.family)
  const letters = short.words.filter(isInitial)
  return letters.every((letter, at) => given[at] === undefined || given[at]?.[0] === letter) &&
    given.length > 1
    ? 'agree'
    : 'differ'
}

const countInitials = ({ words }: PersonReading): number => words.filter(isInitial).length
