import { FileRefused } from './file-refused.ts'

/** Bytes of a string that are kept; addresses are shorter. */
export const MAX_STRING = 4096
/** Enough to recognise the target of an address. */
const TELLING = 64

const ESCAPE = /\\([0-7]{1,3}|\r\n|[\s\S])/g
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The text of a string as it is written in the file (ISO 32000-2, 7.3.4). @throws FileRefused if it hides its beginning */
export function stringText(written: string, kind: 'literal' | 'hex'): string {
  const bytes =
    kind === 'hex'
      ? Buffer.from(evenly(written.replaceAll(/[^0-9a-f]/gi, '')), 'hex')
      : Buffer.from(written.replaceAll(ESCAPE, unescaped), 'latin1')
  const text = decoded(bytes)
  if (written.length >= MAX_STRING && text.replaceAll(/[\0\s]/g, '').length < TELLING) {
    throw new FileRefused('uncheckable', 'addresses that cannot be read')
  }
  return text
}

function unescaped(_: string, what: string): string {
  if (/^[0-7]/.test(what)) return String.fromCharCode(Number.parseInt(what, 8) & 0xff)
  // the end of a line in the middle of a string
  if (/^[\r\n]/.test(what)) return ''
  return ESCAPED[what] ?? what
}

const evenly = (digits: string): string => (digits.length % 2 === 0 ? digits : `${digits}0`)

function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return bytes.toString('utf16le', 2)
  if (first === 0xfe && second === 0xff) {
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le')
  }
  return bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '')
}
