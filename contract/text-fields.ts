import { z } from 'zod'
import { manyLines, singleLine } from './plain-text.ts'
import { atMost } from './texts.ts'

/**
 * A text of one line without invisible characters: the base of every field but notes, scripts, prompts and passwords.
 */
export const line = (message?: string) => z.string(message).overwrite(singleLine)

/** A text of several lines without invisible characters. */
export const lines = (message?: string) => z.string(message).overwrite(manyLines)

/** A text of one line without blanks around it. */
export const text = (max: number, message?: string) => line(message).max(max, atMost(max))

/** Empty or left out is null. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value || null)

/** A text of several lines without blanks around it. */
export const longText = (max: number, message?: string) => lines(message).max(max, atMost(max))

/** Empty or left out is null. */
export const optionalLongText = (max: number) =>
  longText(max)
    .nullish()
    .transform((value) => value || null)

export const NO_ADDRESSES = 'Leave out web addresses. After a full stop comes a space.'

/** Top-level domains of web addresses, in addition to the two-letter codes of countries. */
const ENDINGS = new Set(
  `com net org info biz edu gov app dev xyz online site website store shop club live top icu vip pro name mobi asia
   email link click help support tech finance financial loan loans credit bank money cash capital fund mortgage
   broker insurance sydney melbourne page blog cloud digital agency solutions services group company news media
   today world space work life host press fun win bid review stream download racing zip mov security login
   accountant accountants systems network example test invalid рф бел укр 中国 公司 网络 网址 在线 コム 한국`.split(
    /\s+/,
  ),
)
const DOT = '[.。．]'
const WORD = '[\\p{L}\\p{N}-]+'
/**
 * Words joined by full stops, with the character that follows them. A match starts only where a word does, else the time
 * for one long word grows with the square of its length.
 */
const JOINED = new RegExp(`(?<![\\p{L}\\p{N}-])${WORD}(?:${DOT}${WORD})+[/:?#]?`, 'giu')
const COUNTRY = /^[a-z]{2}$/i
/** An initial or a title, after which people leave out the space: J.R.Smith, Dr.Jones. */
const BEFORE_A_NAME = /^(?:\p{L}|dr|mr|mrs|ms|miss|prof|rev|st|sr|fr|hon)$/iu
/** At the end of addresses so often that the preceding words cannot be a name. */
const SURE = /^(?:com|net|org|info|biz|app|dev|xyz|co|io)$/i

/** Whether mail programs make a link of something in a text. */
export function holdsAddress(text: string): boolean {
  if (/:\/\/|\bwww[.。．]/iu.test(text)) return true
  return (text.match(JOINED) ?? []).some(isAddress)
}

function isAddress(joined: string): boolean {
  if (/[/:?#]$/.test(joined)) return true
  const labels = joined.split(new RegExp(DOT, 'u'))
  const last = labels.pop() ?? ''
  if (SURE.test(last)) return true
  if (!COUNTRY.test(last) && !ENDINGS.has(last.toLowerCase())) return false
  return !labels.every((label) => BEFORE_A_NAME.test(label))
}

/**
 * A name typed by a stranger, which appears in mails that may be sent to another person: it must not contain a link.
 */
export const withoutAddresses = <Schema extends z.ZodType<string | null>>(schema: Schema) =>
  schema.refine((value) => value === null || !holdsAddress(value), NO_ADDRESSES)

/** A stranger's text for a mail: readable, but no mail program makes a link of an address in it. */
export const unlinked = (value: string): string =>
  value
    .replaceAll('://', '[:]//')
    .replaceAll(/(?<=[\p{L}\p{N}])([.。．])(?=\p{L}{2,})/gu, '[$1]')
    .replaceAll(/\bwww\./gi, 'www[.]')
