// Finds the family name among the words of a person's name: behind the given name, in front of it, in capitals.

import {
  chinese,
  givenOrFamily,
  korean,
  middleParticles,
  PINYIN,
  particles,
  SYLLABLE,
  shortFamilies,
  singh,
  trailingParticles,
  vietnamese,
} from './person-lists.ts'
import type { PersonParts, Token } from './person-parts.ts'

export interface NameOrder {
  family: Token[]
  given: Token[]
}

export function nameOrder({ family, rest, titles }: PersonParts): NameOrder {
  if (family !== null) return withTrailingParticles(family, rest)
  const [first] = rest
  if (!first) return { family: [], given: [] }
  // 'Mr Smith' is a family name, 'Suharto' may be any
  if (rest.length === 1) return titles.length > 0 ? { family: rest, given: [] } : { family: [], given: rest }
  const capitals = leadingCapitals(rest)
  if (capitals > 0) return { family: rest.slice(0, capitals), given: rest.slice(capitals) }
  if (isFamilyFirst(rest)) return { family: rest.slice(0, 1), given: rest.slice(1) }
  const initials = rest.length - 1 - rest.findLastIndex(({ word }) => word.length > 1)
  // 'Karunaratne M.A.D.' has the family name first; 'Priya S' and 'Ramanathan S.' have the given name first
  if (initials > 1 && rest.length - initials === 1) return { family: rest.slice(0, 1), given: rest.slice(1) }
  if ((rest.at(-1)?.word.length ?? 0) === 1) return { family: [], given: rest }
  const start = familyStart(rest)
  return { family: rest.slice(start), given: rest.slice(0, start) }
}

/** 'BERG, JAN VAN DER': the particles belong in front of the family name. */
function withTrailingParticles(family: Token[], rest: Token[]): NameOrder {
  let end = rest.length
  while (end > 1 && trailingParticles.has(rest[end - 1]?.word ?? '')) end--
  const isRun = rest.length - end > 1 || /^(van|von|der|den|da|de|dos|del)$/.test(rest[end]?.word ?? '')
  if (!isRun || isEastAsian(family.at(-1))) return { family, given: rest }
  return { family: [...rest.slice(end), ...family], given: rest.slice(0, end) }
}

export const isEastAsian = (token: Token | undefined): boolean =>
  token !== undefined && (vietnamese.has(token.word) || chinese.has(token.word) || korean.has(token.word))

const hasSmall = ({ text }: Token): boolean => /\p{Ll}/u.test(text)

/** Words in capitals in front of others that are not: 'VAN DER BERG Jan'; 'MAD Karunaratne' has initials. */
function leadingCapitals(tokens: readonly Token[]): number {
  const count = tokens.findIndex(hasSmall)
  if (count < 1 || !tokens.slice(count).every(hasSmall)) return 0
  const isName = tokens
    .slice(0, count)
    .some(({ word, isDotted }) => !isDotted && (word.length > 4 || shortFamilies.has(word)))
  return isName ? count : 0
}

/** Whether the family name is first without a comma: 'Nguyen Thi Hoa', 'Zhang Wei', 'Kim Min-jun', 'Singh Gurpreet'. */
function isFamilyFirst(tokens: readonly Token[]): boolean {
  const [first, ...others] = tokens
  const last = others.at(-1)
  if (!first || !last) return false
  if (singh.has(first.word)) return others.length === 1 && !singh.has(last.word)
  if (isEastAsian(last) || shortFamilies.has(last.word)) return false
  if (!isEastAsian(first)) return false
  if (others.some(({ text }) => text.includes('-'))) return others.length === 1 && isHyphenated(last)
  if (!givenOrFamily.has(first.word)) return others.length < 4
  if (vietnamese.has(first.word) && others.every(({ word }) => SYLLABLE.test(word))) return others.length > 1
  if (korean.has(first.word)) return others.length === 2 && others.every(({ word }) => SYLLABLE.test(word))
  return others.length < 3 && others.every(({ word }) => PINYIN.test(word) || SYLLABLE.test(word))
}

/** 'Min-jun', 'Wei-Ming'; not 'Anne-Marie'. */
const isHyphenated = ({ text }: Token): boolean =>
  text.split('-').every((part) => part.length < 6 && SYLLABLE.test(part.toLowerCase()))

/** The last word with the particles in front of it; the first word belongs to the given name. */
function familyStart(tokens: readonly Token[]): number {
  let start = tokens.length - 1
  if (isEastAsian(tokens[start])) return start
  while (start > 1 && isParticle(tokens[start - 1])) start--
  return start
}

const isParticle = (token: Token | undefined): boolean =>
  token !== undefined && particles.has(token.word) && !middleParticles.has(token.word)
    ? !token.isDotted
    : token?.word === 'van'
