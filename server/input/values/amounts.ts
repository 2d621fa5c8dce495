// Reads amounts of money and rates. The column resolves the ambiguities of a cell: decimal commas, and whether 0.8 is
// 80 per cent.

import { CHANGED_NUMBER } from '#contract/whole-numbers.ts'
import { isEmptyWord } from './empty-words.ts'

export type AmountProblem = 'unreadable' | typeof CHANGED_NUMBER
export type Amount = { ok: true; value: number | null } | { ok: false; problem: AmountProblem }

const UNREADABLE: Amount = { ok: false, problem: 'unreadable' }
const CURRENCY = /(?:a\$|au\$|aud\$?|\$|a\.u\.d\.?)/gi
/** By the first letter. */
const FACTORS: Readonly<Record<string, number>> = { k: 1e3, t: 1e3, m: 1e6 }
const FACTOR = /(k|thousand|m|mn|mio|mil|million)$/i
const SCIENTIFIC = /^(\d)(?:\.(\d+))?e\+?0*(\d{1,2})$/i

/** "725,000", "7,25,000", "725'000" and "725 000", then cents. */
const POINT = /^\d*(?:\.\d+)?$|^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/
/** "725.000,00" and "725000,5". */
const COMMA = /^\d+,\d{1,2}$|^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/

/** An amount, with a sign for "(1,250)" and "-$1,250". "725.000" is refused: it may be 725 or 725,000. */
export function readAmount(text: string): Amount {
  const written = clean(text)
  if (isEmptyWord(written)) return { ok: true, value: null }
  const bracketed = /^\((.*)\)$/.exec(written)
  const bare = (bracketed?.[1] ?? written).replaceAll(CURRENCY, '').replaceAll(/[\s']/g, '')
  const negative = bracketed !== null || bare.startsWith('-') || bare.endsWith('-')
  const read = readUnsigned(bare.replace(/^[-+]|-$/, ''))
  return read.ok && negative ? { ok: true, value: -(read.value ?? 0) } : read
}

const clean = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll('’', "'")
    .trim()
    .replace(/^'/, '')

function readUnsigned(text: string): Amount {
  const [, lead, decimals = '', exponent] = SCIENTIFIC.exec(text) ?? []
  if (lead && exponent) {
    // fewer digits than places: a spreadsheet rounded the rest away
    if (decimals.length < Number(exponent)) return { ok: false, problem: CHANGED_NUMBER }
    return { ok: true, value: rounded(Number(text)) }
  }
  const factor = FACTOR.exec(text)?.[1]
  const number = factor ? text.slice(0, -factor.length) : text
  const value = readNumber(number)
  if (value === undefined) return UNREADABLE
  return { ok: true, value: rounded(value * (FACTORS[factor?.charAt(0).toLowerCase() ?? ''] ?? 1)) }
}

function readNumber(text: string): number | undefined {
  if (!/\d/.test(text)) return undefined
  if (/^\d{1,3}\.\d{3}$/.test(text)) return undefined
  if (POINT.test(text)) return Number(text.replaceAll(',', ''))
  if (COMMA.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'))
  return undefined
}

/** Without the noise of binary fractions: 0.30000000000000004 is 0.3. */
const rounded = (value: number): number => Number(value.toFixed(4))

export type RateUnit = 'percent' | 'fraction'

export interface Rate {
  value: number
  /** Written behind the number, and stronger than the column's unit. */
  hasPercent: boolean
}

const PERCENT = /\s*(?:%|per\s?cent|pct\.?|p\.?c\.?)$/i

/** "80%", "80", "0.8"; null: empty; undefined: unreadable. */
export function readRate(text: string): Rate | null | undefined {
  const written = clean(text)
  if (isEmptyWord(written)) return null
  const hasPercent = PERCENT.test(written)
  const number = written.replace(PERCENT, '').trim()
  const value =
    /^\d*(?:[.,]\d+)?$/.test(number) && /\d/.test(number) ? Number(number.replace(',', '.')) : Number.NaN
  return Number.isFinite(value) ? { value: rounded(value), hasPercent } : undefined
}

/** In per cent. */
export const inPercent = ({ value, hasPercent }: Rate, unit: RateUnit): number =>
  rounded(hasPercent || unit === 'percent' ? value : value * 100)

export interface RateColumn {
  unit: RateUnit
  /** `assumed`: the column holds both 0.8 and 80. */
  basis: 'decided' | 'assumed'
  /** A number that has two readings; null: there is none. */
  example: string | null
}

/** Numbers up to here may be fractions; no lender writes two per cent. */
const MAX_FRACTION = 2

/** Collects the cells of a column, then decides: only fractions make it one of fractions. */
export function rateColumn(): { add(text: string): void; decide(): RateColumn } {
  let small = 0
  let large = 0
  let example: string | null = null
  return {
    add(text) {
      const rate = readRate(text)
      if (!rate || rate.hasPercent || rate.value === 0) return
      if (rate.value > MAX_FRACTION) large++
      else {
        small++
        example ??= text.trim()
      }
    },
    decide() {
      if (small > 0 && large === 0) return { unit: 'fraction', basis: 'decided', example }
      return { unit: 'percent', basis: small > 0 ? 'assumed' : 'decided', example }
    },
  }
}

/** Whether the number may be a fraction in a column of per cents. */
export const isDoubtful = ({ value, hasPercent }: Rate): boolean =>
  !hasPercent && value > 0 && value <= MAX_FRACTION
