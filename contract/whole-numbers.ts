// Reads numbers that identify something, such as ASIC numbers: their digits, restored where a spreadsheet made a float of them.

import { z } from 'zod'

export const CHANGED_NUMBER =
  'A spreadsheet changed this number: format the column as text, enter the number again and export the file'

export type WholeNumber = { ok: true; digits: string } | { ok: false; reason: typeof CHANGED_NUMBER }

const FLOAT = /^\d+[.,]0*$/
const DECIMALS = /^\d*[.,]\d+$/
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.0*)?$/
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?e\+?0*(\d{1,2})$/i

/** The text without the marks that keep it text in a spreadsheet, its blanks and its sign. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\s]/gu, '')
    .replace(/^'/, '')
    .replace(/^\+/, '')

/**
 * The text with the digits that a spreadsheet's notation represents: '412345.0' is '412345', '4.12345E+05' too. Other
 * texts are returned unchanged. Not ok: '4.12E+05', whose last digits are lost, and '412345.5'.
 */
export function restoreWholeNumber(text: string): WholeNumber {
  const bare = plain(text)
  if (GROUPED.test(bare)) return { ok: true, digits: bare.replace(/\..*$/, '').replaceAll(',', '') }
  if (FLOAT.test(bare)) return { ok: true, digits: bare.replace(/[.,]0*$/, '') }
  const [, lead, decimals = '', exponent] = SCIENTIFIC.exec(bare) ?? []
  if (lead && exponent) {
    const zeros = Number(exponent) - decimals.length
    // a shown digit for each place of the number: none was rounded away
    return zeros === 0 ? { ok: true, digits: lead + decimals } : { ok: false, reason: CHANGED_NUMBER }
  }
  if (/^\d*[.,]?\d*e[+-]?\d+$/i.test(bare) || DECIMALS.test(bare))
    return { ok: false, reason: CHANGED_NUMBER }
  return { ok: true, digits: text }
}

/** A field for an identifying number: restored, or refused with a remedy. */
export const wholeNumber = <Schema extends z.ZodType<string | null | undefined>>(schema: Schema) =>
  schema.transform((value, context): z.output<Schema> => {
    const restored = restoreWholeNumber(value ?? '')
    if (restored.ok) return value && (restored.digits as z.output<Schema>) // a text stays a text
    context.addIssue({ code: 'custom', message: restored.reason })
    return z.NEVER
  })
