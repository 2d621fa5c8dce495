// Decides whether a text is an Australian Business Number or a company number, by their checksums.
// Source: Australian Business Register, 'Format of the ABN'; ASIC, 'Australian Company Number digit check'.

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** The eleven digits; null: it is none. */
export function readAbn(text: string): string | null {
  const digits = text.replaceAll(/\s/g, '')
  if (!/^\d{11}$/.test(digits)) return null
  const sum = [...digits].reduce(
    (before, digit, at) => before + (Number(digit) - (at === 0 ? 1 : 0)) * (ABN_WEIGHTS[at] ?? 0),
    0,
  )
  return sum % 89 === 0 ? digits : null
}

/** The nine digits; null: it is none. */
export function readAcn(text: string): string | null {
  const digits = text.replaceAll(/\s/g, '')
  if (!/^\d{9}$/.test(digits)) return null
  const sum = [...digits.slice(0, 8)].reduce((before, digit, at) => before + Number(digit) * (8 - at), 0)
  return (10 - (sum % 10)) % 10 === Number(digits[8]) ? digits : null
}

/** Digits of '4.12E+05' are another number's. */
const EXPONENT = /\d[eE][+-]?\d/
const ACN_LENGTH = 9
const FEWEST_DIGITS = 6

/** The digits of a company number, with the zeros at its begin that a spreadsheet drops. Null: unreadable. */
export function readCompanyDigits(text: string): string | null {
  if (EXPONENT.test(text)) return null
  const digits = text.replace(/\.0+$/, '').replaceAll(/\D/g, '')
  const restored = digits.padStart(ACN_LENGTH, '0')
  return digits.length >= FEWEST_DIGITS && readAcn(restored) ? restored : digits
}
