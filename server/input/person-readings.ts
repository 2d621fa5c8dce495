// Readings of a person's name for comparison: folded words with their weights; a name may have more than one.

import { wordsOfWord } from './name-words.ts'
import {
  chinese,
  korean,
  middleParticles,
  particles,
  servantOf,
  shortFamilies,
  trailingParticles,
  vietnamese,
} from './person-lists.ts'
import { type PersonParts, splitPerson, type Token, tokensOf } from './person-parts.ts'

export interface PersonReading {
  /** In lower case, a-z and 0-9 only, in the order that they are written in. */
  words: readonly string[]
  /** Of each word: 1 of a name, less of an initial or a particle. */
  weights: readonly number[]
  /** How many of the first words are the family name, as a comma shows; null: the text does not show it. */
  family: number | null
  /** 1, less for a former name: a match with it counts for less. */
  factor: number
}

export const PARTICLE_WEIGHT = 0.3
const INITIAL_WEIGHT = 0.5
const FORMER_FACTOR = 0.95
const MAX_READINGS = 6

/** The name as written, and where it can be read otherwise: with initials, an English given name, a former family name. */
export function personReadings(text: string): PersonReading[] {
  const parts = splitPerson(text)
  const readings = readingsOf(parts, 1)
  if (parts.doubtful.length > 0) readings.push(...readingsOf(splitPerson(text, true), 1))
  if (parts.called.length > 0) readings.push(...readingsOf(withGiven(parts, parts.called), 1))
  for (const name of parts.former) readings.push(...readingsOf(formerly(parts, name), FORMER_FACTOR))
  return readings.filter(({ words }) => words.length > 0).slice(0, MAX_READINGS)
}

const NO_NAMES = { titles: [], doubtful: [], suffixes: [], called: [], former: [], father: [] }

/** 'Wei (Vivian) Zhang' as Vivian Zhang. */
function withGiven({ family, rest }: PersonParts, given: Token[]): PersonParts {
  if (family) return { ...NO_NAMES, family, rest: given }
  return { ...NO_NAMES, family: null, rest: [...given, ...rest.slice(Math.min(1, rest.length - 1))] }
}

/** More than one word is a whole name, one word is the family name that the person had. */
function formerly({ family, rest }: PersonParts, name: string): PersonParts {
  const tokens = tokensOf(name)
  if (tokens.length > 1) return splitPerson(name)
  return { ...NO_NAMES, family: tokens, rest: family ? rest : rest.slice(0, -1) }
}

function readingsOf(parts: PersonParts, factor: number): PersonReading[] {
  const all = [...(parts.family ?? []), ...parts.rest]
  const hasSmall = all.some(({ text }) => /\p{Ll}/u.test(text))
  const plain = readingOf(parts, factor, (token, isFamily) => !isFamily && isConsonants(token))
  const inCapitals = (token: Token, isFamily: boolean) =>
    !isFamily && (isConsonants(token) || (hasSmall && isInCapitals(token)))
  if (!hasSmall || !all.some(isInCapitals)) return [plain]
  return [plain, readingOf(parts, factor, inCapitals)]
}

/** 'KS' in 'KS Perera': no name is without a vowel, but for a few. */
const isConsonants = ({ word, isDotted }: Token): boolean =>
  !isDotted && /^[bcdfghjklmnpqrstvwxz]{2,4}$/.test(word) && !/^(ng|md|mhd|st|mc)$/.test(word)

/** 'MAD' in 'MAD Karunaratne'; 'LEE' in 'LEE John' is a family name. */
const isInCapitals = ({ text, word }: Token): boolean =>
  /^\p{Lu}{2,4}$/u.test(text) && !shortFamilies.has(word)

function readingOf(
  { family, rest }: PersonParts,
  factor: number,
  isInitials: (token: Token, isFamily: boolean) => boolean,
): PersonReading {
  const flat = (tokens: readonly Token[], isFamily: (at: number) => boolean) =>
    servants(
      tokens.flatMap((token, at) => {
        if (isInitials(token, isFamily(at))) return [...token.word]
        if (token.isDotted && token.word === 'ma' && !isFamily(at)) return ['maria']
        return wordsOfWord(token.text, token.word)
      }),
    )
  const familyWords = flat(family ?? [], () => true)
  const restWords = flat(rest, (at) => family === null && at === rest.length - 1)
  const words = [...familyWords, ...restWords]
  const isGivenMissing = familyWords.length === 0 || restWords.length === 0
  return {
    words,
    weights: weigh(words, isGivenMissing ? null : familyWords.length),
    family: isGivenMissing ? null : familyWords.length,
    factor,
  }
}

/** 'Abd al-Rahman', 'Abdel Rahman' and 'Abdulrahman' are one name. */
function servants(words: string[]): string[] {
  if (!words.some((word) => word.startsWith('abd'))) return words
  return words.flatMap((word, at) => {
    const isBehindAbd = words[at - 1] === 'abd' && /^([aeu][lrsnt])$/.test(word) && at < words.length - 1
    if (isBehindAbd) return []
    if (servantOf.has(word) && at < words.length - 1) return ['abdul']
    const joined = /^abd(?:[aeu]l|ou?l|ur)([a-z]{4,})$/.exec(word)?.[1]
    return joined && !joined.startsWith('lah') && !joined.startsWith('ah') ? ['abdul', joined] : [word]
  })
}

const isEastAsian = (word: string | undefined): boolean =>
  word !== undefined && (vietnamese.has(word) || chinese.has(word) || korean.has(word))

function weigh(words: readonly string[], family: number | null): number[] {
  return words.map((word, at) => {
    if (isParticle(words, at, family)) return PARTICLE_WEIGHT
    return word.length === 1 ? INITIAL_WEIGHT : 1
  })
}

/** A particle counts as one only in front of another word of the family name: 'Minh Le' and 'Ben Carter' have none. */
function isParticle(words: readonly string[], at: number, family: number | null): boolean {
  const word = words[at] ?? ''
  if (!particles.has(word)) return false
  const last = words.length - 1
  if (family === null) {
    if (at === last) return false
    if (at === 0) return words.length > 2 && middleParticles.has(word) && vietnamese.has(words[last] ?? '')
    return !isEastAsian(words[last]) || middleParticles.has(word)
  }
  if (at < family) return at < family - 1
  if (middleParticles.has(word) && at < last && vietnamese.has(words[0] ?? '')) return true
  if (at === family || isEastAsian(words[family - 1])) return false
  return at < last || trailingParticles.has(word)
}
