// Reads the rates that an agent states, and compares them with the rates of the offer.

import type { TranscriptLine } from '#contract/calls/transcript.ts'

export interface StatedRate {
  /** The sentence. */
  text: string
  /** As a decimal: '4.99'. */
  rate: string
  /** Seconds from the answer. */
  second: number
}

const UNITS =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'.split(
    '|',
  )
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'.split('|')
const valueOfWord = new Map([
  ...UNITS.map((word, index) => [word, index] as const),
  ...TENS.map((word, index) => [word, 20 + 10 * index] as const),
  ['oh', 0] as const,
  ['nought', 0] as const,
])
const WORD = `(?:${[...valueOfWord.keys()].join('|')})`
const SPOKEN = new RegExp(
  String.raw`\b(${WORD}(?:[ -]${WORD})*)(?: point (${WORD}(?:[ -]${WORD})*)| and (a half|a quarter|three quarters))?\b`,
  'gi',
)
const PARTS: Readonly<Record<string, string>> = { 'a half': '5', 'a quarter': '25', 'three quarters': '75' }

/** 'six point one four' becomes '6.14', 'six fourteen' too; 'twenty five' becomes '25'. */
function withDigits(text: string): string {
  return text.replaceAll(SPOKEN, (_, whole: string, point?: string, part?: string) => {
    const numbers = whole
      .toLowerCase()
      .split(/[ -]/)
      .map((word) => valueOfWord.get(word) ?? 0)
    const [first = 0, ...rest] = numbers
    const decimals = part ? PARTS[part.toLowerCase()] : point && digitsOf(point)
    if (decimals !== undefined && decimals !== '') return `${sum(numbers)}.${decimals}`
    const isHundredths = first < 10 && rest.length > 0 && (rest[0] ?? 0) >= 10
    return isHundredths ? `${first}.${sum(rest)}` : String(sum(numbers))
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** 'one four' and 'fourteen' are '14', 'ninety nine' is '99'. */
function digitsOf(words: string): string {
  const numbers = words
    .toLowerCase()
    .split(/[ -]/)
    .map((word) => valueOfWord.get(word) ?? 0)
  const isSum = numbers.length === 2 && (numbers[0] ?? 0) >= 20 && (numbers[1] ?? 0) < 10
  return isSum ? String(sum(numbers)) : numbers.join('')
}

const PERCENT = String.raw`\s*(?:%|per ?cents?\b|p\.?\s?a\b|per annum\b)`
/** Shares that are no interest rates. */
const SHARE = String.raw`(?!\s*(?:deposit|lvr|loan[ -]to[ -]value|lmi|of (?:the|your|their|our|brokers|people|applications)|sure|certain|free|online))`
const WITH_PERCENT = new RegExp(String.raw`(?<![\d.])(\d{1,2}(?:\.\d{1,3})?)${PERCENT}${SHARE}`, 'gi')
/** 'The rate is 5.9': a decimal soon after the word. */
const AFTER_RATE = /\b(?:rates?|variable|fixed|interest)\b[^.?!\d]{0,30}(\d{1,2}\.\d{1,3})\b/gi
const MAX_RATE = 30

/** Between sentences: 'p.a. works' is one. */
const SENTENCE_END = /(?<=[.?!])\s+(?=[“"]?[A-Z])/

function ratesIn(sentence: string): number[] {
  const text = withDigits(sentence)
  const found = [...text.matchAll(WITH_PERCENT), ...text.matchAll(AFTER_RATE)]
  return found.map(([, number]) => Number(number)).filter((number) => number > 0 && number < MAX_RATE)
}

/** Every number of the offer's texts that may be a rate. */
export function offeredRates(texts: readonly string[]): ReadonlySet<number> {
  const words = withDigits(texts.join('\n'))
  const numbers = [
    ...words.matchAll(new RegExp(`(\\d{1,2}(?:\\.\\d{1,3})?)${PERCENT}`, 'gi')),
    ...words.matchAll(/\b(\d{1,2}\.\d{1,3})\b/g),
  ]
  return new Set(numbers.map(([, number]) => Number(number)))
}

/** The rates that the agent states, in their order. */
export function statedRates(lines: readonly TranscriptLine[]): StatedRate[] {
  return lines.flatMap(({ speaker, text, at }) =>
    speaker === 'agent'
      ? text
          .split(SENTENCE_END)
          .flatMap((sentence) =>
            ratesIn(sentence).map((rate) => ({ text: sentence.trim(), rate: String(rate), second: at })),
          )
      : [],
  )
}

/** Those that the offer does not have, each sentence once. */
export function ratesNotOffered(stated: readonly StatedRate[], offered: ReadonlySet<number>): StatedRate[] {
  const others = stated.filter(({ rate }) => !offered.has(Number(rate)))
  return [...new Map(others.map((each) => [`${each.second} ${each.text}`, each])).values()]
}
