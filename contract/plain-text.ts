/** Shared text functions for external input: cutting, single-line clean-up, and keys for comparison. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** No grapheme that people type is longer, in UTF-16 units; a longer one is cut between code points. */
const LONGEST_GRAPHEME = 64

/**
 * The text, or its start where it is longer than `max` UTF-16 units. Cuts between graphemes, so that neither a surrogate
 * pair nor an emoji sequence is split. @param end appended to a cut text, inside the limit, e.g. '…'
 */
export function cutText(text: string, max: number, end = ''): string {
  const whole = text.toWellFormed()
  if (whole.length <= max) return whole
  const room = max - end.length
  const from = Math.max(0, room - LONGEST_GRAPHEME)
  // start where no surrogate pair is split
  const start = isLowSurrogate(whole, from) ? from - 1 : from
  let cut = start
  for (const { index, segment } of graphemes.segment(whole.slice(start, room + LONGEST_GRAPHEME))) {
    if (start + index + segment.length > room) break
    cut = start + index + segment.length
  }
  if (cut === start) cut = isLowSurrogate(whole, room) ? room - 1 : room
  return whole.slice(0, Math.max(0, cut)) + end
}

const isLowSurrogate = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}

const LINE_BREAKS_AND_BLANKS = /[\s\u0085\u180e]+/gu
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/gu
/** Blanks that look like the usual one and differ from it in a comparison. */
const ODD_BLANKS = /[\u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000]/gu
const CONTROL = /(?![\t\n])\p{Cc}/gu
/** Direction and zero-width characters. Joiners are kept where a script or an emoji needs them, see below. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu
/** ZWNJ and ZWJ shape words of Arabic and Indic scripts, and ZWJ emoji; anywhere else they only make texts differ. */
const NEEDLESS_JOINERS =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}\p{Extended_Pictographic}])[\u200c\u200d]|[\u200c\u200d](?=\s|$)/gu

/** A text of several lines: composed (NFC), line feeds only, without invisible, control and direction characters. */
export function manyLines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(LINE_BREAKS, '\n')
    .replaceAll(ODD_BLANKS, ' ')
    .replaceAll(CONTROL, '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(NEEDLESS_JOINERS, '')
    .normalize('NFC')
    .trim()
}

/** A text of one line: composed (NFC), without invisible, control and direction characters, blanks collapsed. */
export function singleLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(LINE_BREAKS_AND_BLANKS, ' ')
    .replaceAll(CONTROL, '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(NEEDLESS_JOINERS, '')
    .normalize('NFC')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

const APOSTROPHES = /['`´ʹʻʼ‘’‚‛′＇]/gu
const JOINERS = /[\u200c\u200d]/gu
/** Of scripts whose letters are the same to most people without them; vowels of Indic scripts and Thai are letters. */
const ACCENTS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each character is removed separately
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/gu
const DASHES =
  /[-_\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0]/gu
/** Latin, Greek, Cyrillic and Armenian: their normalisation in a key is the same in each version of Unicode. */
const CASED = /[A-Z\u00c0-\u024f\u0370-\u052f\u0531-\u0556]/gu
/** Letters that have no accent to take off, as people type them who have no such key. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    ẞ: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ø: 'o',
    đ: 'd',
    ł: 'l',
    ħ: 'h',
    ŧ: 't',
    ı: 'i',
    ð: 'd',
    ς: 'σ',
  },
}
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu')

/**
 * A key by which texts are compared and searched: without case, accents, apostrophes and double blanks; dashes are blanks.
 * O’Brien, O'Brien and OBRIEN have one key. The database's fold_key() gives the same key.
 */
export function foldKey(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(LINE_BREAKS_AND_BLANKS, ' ')
    .replaceAll(CONTROL, '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(JOINERS, '')
    .replaceAll(APOSTROPHES, '')
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .replaceAll(APOSTROPHES, '')
    .replaceAll(DASHES, ' ')
    .replaceAll(CASED, (letter) => letter.toLowerCase())
    .replaceAll(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}
