// Reads a person's name: titles, given name, middle names, initials, particles, family name, suffixes; greets and sorts by it.

import { cutText, foldKey, singleLine } from '#contract/plain-text.ts'
import { isCompanyName, parseCompanyName } from './company-name.ts'
import { MAX_NAME } from './name-words.ts'
import {
  abbreviatedGiven,
  calledInitials,
  compoundStarts,
  middleParticles,
  particles,
  plainTitles,
  SYLLABLE,
  servantOf,
  shortFamilies,
  shortGiven,
} from './person-lists.ts'
import { isEastAsian, nameOrder } from './person-order.ts'
import { splitPerson, type Token } from './person-parts.ts'
import { inTitleCase } from './title-case.ts'

export interface PersonName {
  /** 'Dr', 'Mr'. */
  titles: string[]
  /** The spoken given name: 'John', 'Mei Ling', 'Abdul Karim'; empty where only initials are written. */
  given: string
  /** Further given names. */
  middle: string[]
  /** Letters in capitals. */
  initials: string[]
  /** Particles of the family name: 'van', 'der'. */
  particles: string[]
  /** The family name with its particles; empty for one name only. */
  surname: string
  suffixes: string[]
  /** A name in brackets or quotation marks: 'Vivian' of 'Wei (Vivian) Zhang'. */
  called: string | null
}

/** Never throws; where a text names no person, given name and family name are empty. */
export function parsePersonName(text: string): PersonName {
  const parts = splitPerson(text)
  const { family, given } = nameOrder(parts)
  const all = [...given, ...family]
  const write = (token: Token): string => asWritten(token, all)
  const names = given.filter((token) => !isInitials(token, all))
  const said = saidOf(names, family)
  return {
    titles: [...parts.titles, ...parts.doubtful].map((token) => asTitle(token)),
    given: said.map(write).join(' '),
    middle: names.filter((token) => !said.includes(token)).map(write),
    initials: given.filter((token) => isInitials(token, all)).flatMap(({ word }) => [...word.toUpperCase()]),
    particles: family
      .slice(0, -1)
      .filter(({ word }) => particles.has(word))
      .map(write),
    surname: family.map(write).join(' '),
    suffixes: parts.suffixes.map(({ text: suffix }) => suffix),
    called: calledOf(parts.called, said, family)?.map(write).join(' ') ?? null,
  }
}

const MAX_SAID = 40
/** Texts in a field for names that name no person. */
const PLACEHOLDER =
  /^(?:n\/?a|#.*|unknown|null|undefined|none|nil|tba|tbc|tbd|reception|admin|administrator|office|accounts|info|sales|support|enquiries|the .*|manager|owner|director|occupier|broker|client|customer|contact|sir|madam|to whom.*|sir\/madam|dear.*|(?:first|last|full)?\s?name|x+|-+|\?+)$/iu
/** Two persons, an address, or a path. */
const NO_ONE_PERSON = /@|:\/\/|www\.|\s(?:&|and|\+|or)\s|\s\/\s/iu
/** A title that is used with the family name. */
const SAID_TITLE = /^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor)$/

/**
 * The name to greet a person by: 'John' for 'SMITH, JOHN PETER' and 'Dr John Smith', 'Dr Jones' where only the title
 * and family name are written. Null without a usable name, e.g. for 'J. Smith', 'Mr.' and companies: greet without a
 * name.
 */
export function greetingName(text: string): string | null {
  const written = singleLine(cutText(text, MAX_NAME))
  const person = personIn(written)
  if (person === null || PLACEHOLDER.test(person) || NO_ONE_PERSON.test(person)) return null
  const { given, called, titles, surname } = parsePersonName(person)
  const said = called ?? given
  const title = titles.findLast((one) => SAID_TITLE.test(one))
  const name = said !== '' ? said : title && surname ? `${title} ${surname}` : ''
  const isSayable = /\p{L}{2}/u.test(name) && !/\d/.test(name) && name.length <= MAX_SAID
  return isSayable && !plainTitles.has(foldKey(name)) && !PLACEHOLDER.test(name) ? name : null
}

/** A given name that a person typed as such, without titles and initials; null where none is left. */
export function writtenGiven(text: string): string | null {
  if (greetingName(text) === null || /[,;]/.test(text)) return greetingName(text)
  const { rest } = splitPerson(text)
  const names = rest.filter((token) => !isInitials(token, rest))
  return names.map((token) => asWritten(token, rest)).join(' ') || null
}

/** The given names and the family name as two fields of a form: 'Mei-Lin', 'van der Berg'. */
export function splitName(text: string): { firstName: string; lastName: string } {
  if (isCompanyName(text)) return { firstName: '', lastName: '' }
  const { given, middle, initials, surname } = parsePersonName(text)
  return { firstName: [given, ...middle].filter(Boolean).join(' ') || initials.join(' '), lastName: surname }
}

/** 'Tom Hale T/A Hale Finance' names a person, 'Hale Finance Pty Ltd' names none. */
function personIn(text: string): string | null {
  if (!isCompanyName(text)) return text
  const { name, tradingName, legalForm } = parseCompanyName(text)
  return tradingName && !legalForm && name && !isCompanyName(name) ? name : null
}

/** A key to sort by: the family name with its particles, then the given names; of companies their name. */
export function sortKey(text: string): string {
  if (isCompanyName(text)) return foldKey(parseCompanyName(text).name || text)
  const { given, middle, initials, surname } = parsePersonName(text)
  const rest = [given, ...middle, ...initials].filter(Boolean).join(' ')
  return foldKey(surname && rest ? `${surname}, ${rest}` : surname || rest || text)
}

/** The spoken given name: one word, or two that belong together. */
function saidOf(names: readonly Token[], family: readonly Token[]): Token[] {
  const isFromEast = isEastAsian(family.at(-1))
  const own = names.filter(
    ({ word, isDotted }, at) =>
      !(abbreviatedGiven.has(word) && (word !== 'ma' || isDotted)) &&
      !(isFromEast && middleParticles.has(word) && at < names.length - 1),
  )
  const [first, second] = own.length > 0 ? own : names
  if (!first) return []
  if (!second) return [first]
  const isCompound = servantOf.has(first.word) || compoundStarts.has(first.word) || first.word === 'te'
  const areSyllables =
    isFromEast && own.length === 2 && SYLLABLE.test(first.word) && SYLLABLE.test(second.word)
  return isCompound || areSyllables ? [first, second] : [first]
}

/** 'Wei (Vivian) Zhang' is called Vivian, and so is 'Vivian (Wei) Zhang'. */
function calledOf(called: Token[], said: readonly Token[], family: readonly Token[]): Token[] | null {
  if (called.length === 0 || called.every(({ word }) => word.length < 2)) return null
  const isFromEast = isEastAsian(family.at(-1)) || isEastAsian(family[0])
  const isLocal = (tokens: readonly Token[]) => tokens.every(({ word }) => SYLLABLE.test(word))
  return isFromEast && said.length > 0 && isLocal(called) && !isLocal(said) ? null : called
}

/** 'K.', 'KS' and, next to words in small letters, 'MAD'; 'TJ' and 'Jo' are names. */
function isInitials({ word, text, isDotted }: Token, all: readonly Token[]): boolean {
  if (word.length === 1) return true
  if (calledInitials.has(word) || isDotted || /^(ng|md|mhd|st|mc)$/.test(word)) return false
  if (/^[bcdfghjklmnpqrstvwxz]{2,4}$/.test(word)) return true
  const isCapital = /^\p{Lu}{2,4}$/u.test(text) && all.some((token) => /\p{Ll}/u.test(token.text))
  return isCapital && !shortFamilies.has(word) && !shortGiven.has(word)
}

function asWritten({ text, word }: Token, all: readonly Token[]): string {
  const isPlain = !/\p{Lu}/u.test(text) || !/\p{Ll}/u.test(text)
  if (!isPlain) return text
  if (calledInitials.has(word) && text.length === 2) return text.toUpperCase()
  // a particle in small letters stays so
  const isSmallParticle = particles.has(word) && text === text.toLowerCase()
  return isSmallParticle && all.some((token) => /\p{Lu}/u.test(token.text)) ? text : inTitleCase(text)
}

const asTitle = ({ text }: Token): string => inTitleCase(text)
