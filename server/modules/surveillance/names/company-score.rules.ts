// Decides how likely two names are one company's: its own words count, its legal form and what many are called do not.

import { type CompanyReading, companyReadings } from '#server/input/company-readings.ts'
import type { NamePart, NameScore } from './person-score.rules.ts'
import { likeness } from './word-likeness.rules.ts'

/** Legal forms, each with all the ways in which it is written. */
const legalForms: readonly [form: string, ways: readonly string[]][] = [
  ['ltd', ['public limited company', 'limited', 'ltd', 'plc']],
  ['pty', ['proprietary', 'propriety', 'pty', 'pte', 'ptyltd']],
  [
    'llc',
    [
      'limited liability company',
      'societatea cu raspundere limitata',
      'sp z oo',
      'sp z o o',
      'llc',
      'srl',
      'sarl',
      'ooo',
      'spzoo',
    ],
  ],
  ['inc', ['incorporated', 'inc', 'corporation', 'corp']],
  ['co', ['company', 'co']],
  ['jsc', ['open joint stock company', 'joint stock company', 'ojsc', 'jsc', 'oao', 'pao', 'zao']],
  ['ag', ['aktiengesellschaft', 'ag']],
  ['gmbh', ['gesellschaft mit beschrankter haftung', 'gmbh']],
  ['sa', ['sociedad anonima', 'societe anonyme', 'sa', 's a']],
  ['bv', ['bv', 'nv']],
  ['as', ['a s', 'as', 'ab', 'asa']],
  ['lp', ['limited partnership', 'lp', 'llp']],
  ['nl', ['no liability', 'nl']],
]
/** The longer first: a 'limited liability company' is no 'limited'. */
const formWays = legalForms
  .flatMap(([form, ways]) => ways.map((way) => ({ form, way })))
  .sort((one, other) => other.way.length - one.way.length)
/** Common words in the names of companies of the field, in addition to a distinctive part. */
const common = new Set(
  `the of and for group holdings holding international global services service solutions partners partnership trust
  finance financial lending loans loan home mortgage mortgages broker brokers broking capital credit money bank banking
  consulting consultants advisory enterprises investments investment management australia australian aust nsw vic qld`.split(
    /\s+/,
  ),
)
const COMMON = 0.45
const OWN_CONFLICT = 1.6
const COMMON_CONFLICT = 1
const LACKED = 0.45
const COMMON_LACKED = 0.25
const OTHER_FORM = 0.06
const JOINED = 0.97
/** A trading or former name on one side. */
const OTHER_NAME = 0.97
const SAME_TRADING_NAME = 0.85
const SAME_TRUST = 0.5
const OTHER_NUMBER = 0.6
/** Numbers and the words for them. */
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ordinals: Record<string, string> = { '1st': 'first', '2nd': 'second', '3rd': 'third', '4th': 'fourth' }
const spellings: Record<string, string> = {
  organisation: 'organization',
  labour: 'labor',
  intl: 'international',
  aust: 'australia',
  mgmt: 'management',
  fin: 'finance',
  assoc: 'associates',
  bros: 'brothers',
}
const NUMBER = /^(\d+|[ivx]+)$/

export interface ParsedCompany extends Pick<CompanyReading, 'role' | 'companyNumber' | 'hasOwn'> {
  words: readonly string[]
  forms: ReadonlySet<string>
}

/** The company's names, each of which may be the one that the other text has. */
export const parseCompanies = (text: string): ParsedCompany[] => companyReadings(text).map(parseReading)

function parseReading({ role, words: own, form, companyNumber, hasOwn }: CompanyReading): ParsedCompany {
  const { words: rest, forms: within } = takeForms(own)
  const forms = formWays.flatMap(({ form: known, way }) =>
    ` ${form.join(' ')} `.includes(` ${way} `) ? [known] : [],
  )
  const words = rest
    .map((word) => ordinals[word] ?? spellings[word] ?? word)
    .map((word) => (numbers.includes(word) ? String(numbers.indexOf(word)) : word))
  return { role, companyNumber, hasOwn, words, forms: new Set([...forms, ...within]) }
}

/** Takes legal forms of other countries from any place in a name; one word of its own remains. */
function takeForms(words: readonly string[]): { words: string[]; forms: Set<string> } {
  let rest = ` ${words.join(' ')} `
  const forms = new Set<string>()
  for (const { form, way } of formWays) {
    const without = rest.replaceAll(` ${way} `, ' ')
    if (without === rest || without.trim() === '') continue
    rest = without
    forms.add(form)
  }
  return { words: rest.trim().split(' '), forms }
}

export function scoreCompanies(one: string, other: string): NameScore {
  let best: NameScore = { score: 0, parts: [] }
  const others = parseCompanies(other)
  for (const first of parseCompanies(one)) {
    for (const second of others) {
      const found = scoreParsedCompanies(first, second)
      if (found.score > best.score) best = found
    }
  }
  return best
}

export function scoreParsedCompanies(one: ParsedCompany, other: ParsedCompany): NameScore {
  const found = scoreWords(one, other)
  return { ...found, score: found.score * roleFactor(one, other) * numberFactor(one, other) }
}

/** Two companies may act for trusts of one name, and may trade under one name. */
function roleFactor(one: ParsedCompany, other: ParsedCompany): number {
  if (one.role === 'own' && other.role === 'own') return 1
  if (one.role === 'trust' || other.role === 'trust')
    return one.hasOwn && other.hasOwn ? SAME_TRUST : one.role === other.role ? 1 : OTHER_NAME
  return one.hasOwn && other.hasOwn ? SAME_TRADING_NAME : OTHER_NAME
}

const numberFactor = (one: ParsedCompany, other: ParsedCompany): number =>
  one.companyNumber && other.companyNumber && one.companyNumber !== other.companyNumber ? OTHER_NUMBER : 1

function scoreWords(one: ParsedCompany, other: ParsedCompany): NameScore {
  const a = one.words
  const b = other.words
  if (a.length === 0 || b.length === 0) return { score: 0, parts: [] }
  const joinedA = a.join('')
  const joinedB = b.join('')
  const formsAgree =
    one.forms.size === 0 || other.forms.size === 0 || [...one.forms].some((form) => other.forms.has(form))
  const form = formsAgree ? 0 : OTHER_FORM
  if (joinedA === joinedB) {
    const score = a.length === b.length ? 1 : JOINED
    return {
      score: score - form,
      parts: [{ one: a.join(' '), other: b.join(' '), score, by: score === 1 ? 'same' : 'joined' }],
    }
  }
  const { parts, restA, restB, reached, total } = pair(a, b)
  const lost = lostBetween(restA, restB)
  const score = total === 0 ? 0 : reached / (total + lost)
  return { score: Math.max(0, score - form), parts }
}

function pair(a: readonly string[], b: readonly string[]) {
  const pairs = a.flatMap((one, from) =>
    b.flatMap((other, to) => {
      const match = NUMBER.test(one) || NUMBER.test(other) ? null : likeness(one, other, false)
      const found = one === other ? { score: 1, by: 'same' as const } : match
      return found ? [{ ...found, from, to }] : []
    }),
  )
  const freeA = new Set(a.keys())
  const freeB = new Set(b.keys())
  const parts: NamePart[] = []
  let reached = 0
  let total = 0
  for (const { from, to, score, by } of pairs.sort((first, second) => second.score - first.score)) {
    if (!freeA.has(from) || !freeB.has(to)) continue
    freeA.delete(from)
    freeB.delete(to)
    const one = a[from] ?? ''
    const other = b[to] ?? ''
    const weight = Math.max(weightOf(one), weightOf(other))
    reached += weight * score
    total += weight
    parts.push({ one, other, score, by })
  }
  const restA = [...freeA].map((at) => a[at] ?? '')
  const restB = [...freeB].map((at) => b[at] ?? '')
  for (const one of restA) parts.push({ one, other: '', score: 0, by: 'missing' })
  for (const other of restB) parts.push({ one: '', other, score: 0, by: 'missing' })
  return { parts, restA, restB, reached, total }
}

const weightOf = (word: string): number => (common.has(word) ? COMMON : 1)
const sum = (values: number[]): number => values.reduce((before, value) => before + value, 0)

function lostBetween(restA: string[], restB: string[]): number {
  const own = (words: string[]) => words.filter((word) => !common.has(word)).length
  const shared = (words: string[]) => words.filter((word) => common.has(word)).length
  const conflict = Math.min(own(restA), own(restB))
  const commonConflict = Math.min(shared(restA), shared(restB))
  const lacked = Math.abs(own(restA) - own(restB))
  const commonLacked = Math.abs(shared(restA) - shared(restB))
  return sum([
    conflict * OWN_CONFLICT,
    commonConflict * COMMON_CONFLICT * COMMON,
    lacked * LACKED,
    commonLacked * COMMON_LACKED * COMMON,
  ])
}
