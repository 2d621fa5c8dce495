// Derives the kind of a cell's value from its number format in a workbook.

/** `plain`: the number as it is. `scientific`: as 4.12E+05, which spreadsheets choose for a text of that form. */
export type FormatKind = 'plain' | 'scientific' | 'percent' | 'date' | 'time'

/** Built-in formats of the file format that hold a day, a time or a percentage. */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 22, ...range(27, 36), ...range(50, 58)])
const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 45, 46, 47])
const BUILT_IN_PERCENT = new Set([9, 10])
const BUILT_IN_SCIENTIFIC = new Set([11, 48])

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** @param code the format's own text, for formats that are not built in */
export function formatKind(id: number, code: string | undefined): FormatKind {
  if (code === undefined) {
    if (BUILT_IN_DATES.has(id)) return 'date'
    if (BUILT_IN_TIMES.has(id)) return 'time'
    if (BUILT_IN_SCIENTIFIC.has(id)) return 'scientific'
    return BUILT_IN_PERCENT.has(id) ? 'percent' : 'plain'
  }
  // texts, escaped characters, colours and conditions do not affect the kind
  const [positive = ''] = code
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')
  if (/[0#]E[+-]0/i.test(positive)) return 'scientific'
  if (/[yd]/i.test(positive)) return 'date'
  if (/[hs]/i.test(positive)) return 'time'
  if (/m/i.test(positive)) return 'date'
  return positive.includes('%') ? 'percent' : 'plain'
}

const DAY_MS = 86_400_000
/** Day 0 of each system, in the days of 1900 that spreadsheets count 29 February in. */
const START_1900 = Date.UTC(1899, 11, 30)
const START_1904 = Date.UTC(1904, 0, 1)

/** 15 digits, as spreadsheets show: 0.30000000000000004 is 0.3. */
const withoutNoise = (value: number): number => Number(value.toPrecision(15))

/** A number of a cell as text: without noise of binary fractions, days as YYYY-MM-DD, percentages with their sign. */
export function numberText(raw: string, kind: FormatKind, is1904: boolean): string {
  const value = Number(raw)
  if (!Number.isFinite(value)) return raw
  if (kind === 'percent') return `${plainText(withoutNoise(value * 100))}%`
  if (kind === 'plain' || kind === 'scientific' || value < 0 || value > 2_958_465)
    return plainText(withoutNoise(value))
  const days = value + (is1904 ? (START_1904 - START_1900) / DAY_MS : 0)
  const at = new Date(START_1900 + Math.round((days * DAY_MS) / 1000) * 1000).toISOString()
  if (kind === 'time' && days < 1) return at.slice(11, 19)
  return at.endsWith('T00:00:00.000Z') ? at.slice(0, 10) : `${at.slice(0, 10)} ${at.slice(11, 19)}`
}

/** Digits that a program writes which shortens numbers. */
const SHORTENED = 6

/**
 * As `numberText`, for numbers that identify. An integer whose last digits may be lost in an exponent keeps the exponent:
 * 4.12E+05 may have been 412345, and 412000 is another number.
 */
export function identifyingText(raw: string, kind: FormatKind, is1904: boolean): string {
  const value = Number(raw)
  const isNumber = kind === 'plain' || kind === 'scientific'
  const isRound = Number.isInteger(value) && value !== 0 && value % 10 === 0
  if (!isNumber || !isRound) return numberText(raw, kind, is1904)
  const isShort = /e/i.test(raw) && digitsOf(value) <= SHORTENED
  return isShort || kind === 'scientific'
    ? value.toExponential().toUpperCase()
    : numberText(raw, kind, is1904)
}

const digitsOf = (value: number): number =>
  value.toExponential().replace(/e.*$/, '').replaceAll(/\D/g, '').length

/** Without an exponent up to 21 digits. */
const plainText = (value: number): string =>
  Math.abs(value) < 1e-6 && value !== 0 ? value.toFixed(15).replace(/0+$/, '') : String(value)
