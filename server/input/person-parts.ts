// Splits a person's name as it is written into titles, family name, other names, suffixes and names in brackets.

import { cutText, singleLine } from '#contract/plain-text.ts'
import { foldedWord, MAX_NAME } from './name-words.ts'
import { namedSuffixes, namedTitles, plainSuffixes, plainTitles } from './person-lists.ts'

export interface Token {
  /** As it is written, without full stop and commas. */
  text: string
  /** Folded to a-z and 0-9. */
  word: string
  isDotted: boolean
}

export interface PersonParts {
  titles: Token[]
  /** Titles that are names too; they may belong to the name. */
  doubtful: Token[]
  /** In front of the comma; null where no comma separates the family name. */
  family: Token[] | null
  rest: Token[]
  suffixes: Token[]
  /** Names in brackets or quotation marks: 'Wei (Vivian) Zhang'. */
  called: Token[]
  /** Former names as they are written: 'Bowden' of 'Sarah Mitchell (nee Bowden)'. */
  former: string[]
  /** The father's or husband's name behind 's/o', 'd/o', 'w/o' where a family name precedes it. */
  father: Token[]
}

const FORMER_WORDS = String.raw`(?:n[ée]e|formerly(?: known as)?|previously(?: known as)?|also known as|known as|aka|a\.k\.a\.|f\/k\/a|fka|maiden name)`
const FORMER_IN_BRACKETS = new RegExp(String.raw`[([]\s*${FORMER_WORDS}[:\s]+([^)\]]+)[)\]]`, 'giu')
/** Behind two names, and in small letters or capitals throughout: 'Mei Nee Lim' has no former name. */
const FORMER_BEHIND =
  /^(\S+\s+\S.*?)[\s,]+(?:n[ée]e|formerly(?: known as)?|previously(?: known as)?|also known as|aka|a\.k\.a\.|fka)\s+(\S.*)$/u
const FORMER_BEHIND_CAPITALS =
  /^([\p{Lu}'’-]+\s+[\p{Lu}'’ -]+?)\s+(?:NEE|NÉE|AKA|FORMERLY|FKA)\s+(\p{Lu}[\p{Lu}'’ -]*)$/u
const RELATION = /\s+(?:[ads]\s?\/\s?[lpo]|[wh]\s?\/\s?o)\.?(?:\s+|$)/iu
const BRACKETS = /[([{]\s*([^)\]}]*)[)\]}]?/gu
const QUOTES = /(?<=^|\s)["“”‘'’](\p{L}[\p{L}.\- ]*)["“”’'](?=[\s,]|$)/gu
/** Texts in brackets that are no names. */
const NOTES =
  /\d|[/@]|\b(?:she|her|he|him|they|them|deceased|retired|office|mobile|work|home|new|old|main|primary|backup|assistant|broker|bdm|director|owner|manager|admin|inactive|left|nsw|vic|qld|tas|act|wa|sa|nt|sydney|melbourne|brisbane|perth|adelaide|hobart|darwin|canberra)\b/iu

/** Most names have no brackets, quotation marks or former names. */
const PLAIN = /^[A-Za-z ,.-]+$/
const MARKED = /\b(?:nee|aka|fka|formerly|previously|known|a\.k\.a)\b/i

export function tokensOf(text: string): Token[] {
  return (text.includes('.') ? text.replaceAll(/(?<=\p{L})\.(?=[\p{L}-])/gu, '. ') : text)
    .split(/[\s,;]+/u)
    .flatMap((part) => {
      if (/^[A-Za-z]+$/.test(part)) return [{ text: part, word: part.toLowerCase(), isDotted: false }]
      const trimmed = part.replace(/^[^\p{L}\p{N}'’‘ʻʼ`]+/u, '').replace(/[^\p{L}\p{M}\p{N}'’‘ʻʼ`]+$/u, '')
      const word = foldedWord(trimmed)
      return word === '' ? [] : [{ text: trimmed, word, isDotted: /\.$/.test(part) }]
    })
}

/** @param keepsDoubtful whether 'Sheikh' or 'Major' in front of a whole name belongs to it */
export function splitPerson(written: string, keepsDoubtful = false): PersonParts {
  const isPlain = PLAIN.test(written) && written.length < MAX_NAME && !MARKED.test(written)
  const text = isPlain ? written : singleLine(cutText(written, MAX_NAME))
  const { text: named, former } = isPlain ? { text, former: [] } : withoutFormer(text)
  const { text: bare, called } = isPlain ? { text, called: [] } : withoutBrackets(named)
  const relation = isPlain ? null : RELATION.exec(bare)
  const own = relation ? bare.slice(0, relation.index) : bare
  const behind = relation ? tokensOf(bare.slice(relation.index + relation[0].length)) : []
  const segments = own
    .split(/[,;，、]/u)
    .map(tokensOf)
    .filter((tokens) => tokens.length > 0)
  const suffixes: Token[] = []
  const titles = called.filter(isTitle)
  while (segments.length > 1 && segments.at(-1)?.every(isBehindComma)) {
    for (const token of segments.pop() ?? []) (isTitle(token) ? titles : suffixes).unshift(token)
  }
  // 'Smith,' is a family name whose given name is missing
  const isFamilyOnly = segments.length === 1 && segments[0]?.length === 1 && /\S\s*,\s*$/u.test(own)
  const parts: PersonParts = {
    ...{ titles, doubtful: [], suffixes, former, father: [] },
    family: segments.length > 1 || isFamilyOnly ? (segments.shift() ?? []) : null,
    rest: segments.flat(),
    called: called.filter((token) => !isTitle(token)),
  }
  takeTitles(parts, keepsDoubtful)
  takeSuffixes(parts)
  // 'Rajesh a/l Subramaniam' has no other family name; 'Harjit Singh s/o Balbir Singh' has
  if (parts.family === null && parts.rest.length < 2) parts.rest.push(...behind)
  else parts.father.push(...behind)
  return parts
}

const isTitle = ({ word }: Token): boolean => plainTitles.has(word)
/** 'John Smith, MBA' and 'John Smith, Mr' are no family names with a given name behind. */
const isBehindComma = (token: Token): boolean =>
  plainSuffixes.has(token.word) || (namedSuffixes.has(token.word) && token.text.length < 4) || isTitle(token)

function withoutFormer(text: string): { text: string; former: string[] } {
  const former: string[] = []
  const rest = text.replaceAll(FORMER_IN_BRACKETS, (_all, name: string) => {
    former.push(name.trim())
    return ' '
  })
  const behind = FORMER_BEHIND.exec(rest) ?? FORMER_BEHIND_CAPITALS.exec(rest)
  if (!behind?.[1] || !behind[2]) return { text: rest, former }
  return { text: behind[1], former: [...former, behind[2].replace(/[)\].]+$/, '').trim()] }
}

function withoutBrackets(text: string): { text: string; called: Token[] } {
  const called: Token[] = []
  const take = (_all: string, inside = '') => {
    const tokens = tokensOf(inside)
    if (!NOTES.test(inside) && tokens.length > 0 && tokens.length <= 2) called.push(...tokens)
    return ' '
  }
  return { text: text.replaceAll(BRACKETS, take).replaceAll(QUOTES, take), called }
}

function takeTitles(parts: PersonParts, keepsDoubtful: boolean): void {
  const { titles, doubtful, family, rest } = parts
  // a family name of titles alone, 'Dr, John Smith', is none
  if (family?.every(isTitle) && rest.length > 0) {
    titles.push(...family)
    parts.family = null
  }
  for (const part of [parts.family ?? [], rest]) {
    const others = () => (part === rest ? rest.length - 1 + (parts.family?.length ?? 0) : part.length - 1)
    while (part[0] && isTitle(part[0]) && others() > 0 && part.length > 1) titles.push(...part.splice(0, 1))
    const isWhole = () => (parts.family === null ? part.length > 2 : part.length > 1)
    while (!keepsDoubtful && part === rest && part[0] && namedTitles.has(part[0].word) && isWhole()) {
      doubtful.push(...part.splice(0, 1))
      while (part[0] && isTitle(part[0]) && part.length > 1) titles.push(...part.splice(0, 1))
    }
    const last = part.at(-1)
    const least = parts.family ? 1 : 2
    if (part === rest && part.length > least && last && isTitle(last)) titles.push(...part.splice(-1))
  }
}

function takeSuffixes(parts: PersonParts): void {
  const hasSmall = [...(parts.family ?? []), ...parts.rest].some(({ text }) => /\p{Ll}/u.test(text))
  for (const part of [parts.family ?? [], parts.rest]) {
    const least = parts.family === null ? 2 : 1
    for (;;) {
      const last = part.at(-1)
      if (!last || part.length <= least || !isSuffix(last, hasSmall)) break
      parts.suffixes.unshift(...part.splice(-1))
    }
  }
}

/** 'AM' behind 'Peter Marlowe' is an order; 'Am' and, in capitals throughout, 'AM' may be names. */
function isSuffix({ word, text }: Token, hasSmall: boolean): boolean {
  if (plainSuffixes.has(word)) return true
  if (!namedSuffixes.has(word)) return false
  return /^(junior|senior|sr|ii|iii|iv)$/.test(word) || (hasSmall && !/\p{Ll}/u.test(text))
}
