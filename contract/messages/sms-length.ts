/** Length of an SMS as carriers count and bill it: 3GPP TS 23.038 and 23.040. */

/** The GSM 7-bit default alphabet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension table: an escape precedes each, so that it takes two places. */
const EXTENDED = new Set('\f^{}\\[~]|€')

export type SmsEncoding = 'GSM-7' | 'UCS-2'

export interface SmsLength {
  encoding: SmsEncoding
  /** Places that the text takes: septets in GSM-7, UTF-16 units in UCS-2. */
  characters: number
  /** Messages that the carrier sends and bills. */
  segments: number
}

/** Places of one message, and of each part of a longer one, which a header shortens. */
const places: Record<SmsEncoding, { single: number; part: number }> = {
  'GSM-7': { single: 160, part: 153 },
  'UCS-2': { single: 70, part: 67 },
}

export function smsLength(text: string): SmsLength {
  const symbols = [...text]
  const isGsm = symbols.every((symbol) => BASIC.has(symbol) || EXTENDED.has(symbol))
  const encoding = isGsm ? 'GSM-7' : 'UCS-2'
  const widths = symbols.map((symbol) => (isGsm ? (EXTENDED.has(symbol) ? 2 : 1) : symbol.length))
  const characters = widths.reduce((sum, width) => sum + width, 0)
  const { single, part } = places[encoding]
  return { encoding, characters, segments: characters <= single ? 1 : partsOf(widths, part) }
}

/** An escape and its character, or the halves of a surrogate pair, are never in different parts. */
function partsOf(widths: readonly number[], size: number): number {
  let [parts, used] = [1, 0]
  for (const width of widths) {
    if (used + width > size) [parts, used] = [parts + 1, 0]
    used += width
  }
  return parts
}

const PLAIN: Readonly<Record<string, string>> = {
  ...{ '’': "'", '‘': "'", '‛': "'", '“': '"', '”': '"', '„': '"', '–': '-', '—': '-', '‑': '-', '‐': '-' },
  ...{ '−': '-', '…': '...', '\u00a0': ' ', '\u202f': ' ', '\u2009': ' ', '•': '-', '\t': ' ' },
}

/** Typographic signs as their plain forms: a single one would more than halve what fits in an SMS. */
export function plainSigns(text: string): string {
  return text.replaceAll(/[’‘‛“”„–—‑‐−…\u00a0\u202f\u2009•\t]/g, (sign) => PLAIN[sign] ?? sign)
}

/** '142 characters, sent as 1 SMS'; other alphabets shorten a message, so they are named. */
export function smsLengthText(text: string): string {
  const { encoding, characters, segments } = smsLength(text)
  const words = `${characters} ${characters === 1 ? 'character' : 'characters'}, sent as ${segments} SMS`
  return encoding === 'GSM-7' ? words : `${words} because of special characters`
}
