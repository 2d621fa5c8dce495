// Finds the telephone numbers of a cell or field as people write them, each in a form that a numbering plan can judge.

import { restoreWholeNumber } from '#contract/whole-numbers.ts'

/** Words that describe the kind of a telephone number. */
const LABEL =
  '(?:tel|telephone|ph|phone|mob|mobile|cell|cellular|call|home|work|office|off|business|bus|direct|dir|after hours|ah|bh|main|private|pvt|number|num|no|m|t|p|w|h|o|b|d)'
const LABELS = new RegExp(`(?<![a-z])${LABEL}(?![a-z])[.:#]*`, 'gi')
const FAX = /(?<![a-z])(?:fax|facsimile|f)(?![a-z])/i
const EXTENSION = /[\s,;]*(?:extension|extn|ext|x|#)\s*[.:]?\s*\d{1,6}\s*$/i
const SEPARATOR = /[;,/|\\\n\r\t&]+|\s+(?:or|and|oder)\s+/i
const MEANT = /^\+?[\d\s().\-/]+$/

/** A number that may be judged, or the text that is none with the reason. */
export type WrittenNumber = { ok: true; text: string } | { ok: false; text: string; fault: WrittenFault }
export type WrittenFault = 'changed' | 'characters'

/** Removes artefacts of copying: full-width digits, typographic dashes, invisible marks, a spreadsheet's apostrophe. */
const normalise = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, (mark) => (/[\n\r\t\v\f]/.test(mark) ? '\n' : ''))
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\u2022\u00b7\u2219\u30fb]/g, '.')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .trim()
    .replace(/^'/, '')
    .replace(/^tel:/i, '')
    .trim()

/** The numbers of a text in order, without labels and extensions. A text of several is split only where each may be one. */
export function writtenNumbers(text: string): WrittenNumber[] {
  const plain = normalise(text)
  if (plain === '') return []
  const restored = restoreWholeNumber(plain)
  if (!restored.ok && /^[\d.,e+]+$/i.test(plain)) {
    // 0491.570156 is a number with dots, 4.91E+08 one without its last digits
    if (/e/i.test(plain) || !/^0/.test(plain)) return [{ ok: false, text: plain, fault: 'changed' }]
  }
  const digits = restored.ok ? restored.digits : plain
  const whole = judged(digits)
  const parts = partsOf(digits)
  const isOne = whole.ok && countDigits(whole.text) <= MOST_DIGITS && !parts.some(isLong)
  return isOne || parts.length === 0 ? [whole] : parts.map(judged)
}

/** Of one number with its prefix for calls abroad. */
const MOST_DIGITS = 17
const LEAST_DIGITS = 6

/** A whole number with its area code. */
const isLong = (part: string): boolean => countDigits(part) >= 9

const countDigits = (text: string): number => text.replaceAll(/\D/g, '').length

function partsOf(text: string): string[] {
  const labelled = text.replaceAll(LABELS, (label, at: number) => (at === 0 ? label : `;${label}`))
  const parts = labelled.split(SEPARATOR).flatMap((part) => twoInARow(part.trim()))
  return parts.filter((part) => countDigits(part) >= LEAST_DIGITS && !FAX.test(part))
}

/** Two Australian numbers with nothing but blanks between them. */
function twoInARow(text: string): string[] {
  const digits = text.replaceAll(/[\s().-]/g, '')
  return /^0\d{9}0\d{9}$/.test(digits) ? [digits.slice(0, 10), digits.slice(10)] : [text]
}

function judged(text: string): WrittenNumber {
  const bare = text
    .replace(EXTENSION, '')
    .replaceAll(LABELS, ' ')
    .replaceAll(/\(\s*\)|[[\]]/g, ' ')
    .replace(/^[\s:.\-/]+|[\s:.\-/,;]+$/g, '')
    .trim()
  const open = bare.replace(PLUS_IN_BRACKETS, (_all, inside, behind) => `+${inside ?? behind} `)
  return MEANT.test(open)
    ? { ok: true, text: withPrefix(open) }
    : { ok: false, text: bare || text, fault: 'characters' }
}

/** "(+61) 491 570 156", "(+61 2) 5550 1234", "+(61) 491 570 156". */
const PLUS_IN_BRACKETS = /^\(\s*\+\s*([\d\s]{1,6})\)|^\+\s*\(\s*(\d{1,3})\s*\)/

const AUSTRALIA = '61'

/** With + and the country for every way to write them; a national number stays as it is. */
function withPrefix(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  const abroad = /^0011(?=[1-9])|^00(?=61)/.exec(digits)
  const hasPlus = /^\s*\+/.test(text)
  const rest = abroad ? digits.slice(abroad[0].length) : digits
  const isInternational = abroad !== null || hasPlus || /^610?[2-478]\d{8}$/.test(rest)
  if (!isInternational) return text
  if (!rest.startsWith(AUSTRALIA)) return rest.startsWith('0') ? rest : `+${rest}`
  return `+${AUSTRALIA}${rest.slice(AUSTRALIA.length).replace(/^0(?=\d{9}$)/, '')}`
}
