// Folds names to words of a-z and 0-9, the form in which they are compared.

import anyAscii from 'any-ascii'

/** Longer names are cut: the patterns that split names may need the square of their length. */
export const MAX_NAME = 300

/** Two words written as one: 'RamiMakhlouf', and names that any-ascii spells out, such as 'XiJinPing'. */
const JOINED = /(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu
/** Most names need no transliteration. */
const PLAIN = /^[\x20-\x7e]*$/
const APOSTROPHES = /['’‘‛`´ʻʼ"]/gu

/** Latin letters only, marks removed. */
export const ascii = (text: string): string => (PLAIN.test(text) ? text : anyAscii(text.normalize('NFC')))

/** Lower-case words without marks, apostrophes and full stops; a hyphen separates words, 'j.p.' becomes 'jp'. */
export function foldedWords(text: string): string[] {
  return ascii(text.replaceAll(APOSTROPHES, ''))
    .replaceAll(JOINED, ' ')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/(?<=\b[a-z0-9])\.(?=[a-z0-9]\b)/g, '')
    .replaceAll(/['`".]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

const LETTERS = /^[A-Za-z]+$/
/** One word in one alphabet, without a capital inside; most are. */
const SIMPLE = /^[A-Z]*[a-z]*$/

/** One folded word: 'D’Arcy' becomes 'darcy', 'Jean-Pierre' becomes 'jeanpierre'. */
export const foldedWord = (text: string): string =>
  LETTERS.test(text) ? text.toLowerCase() : foldedWords(text).join('')

/** Words of one word as it is written: 'Al-Haddad' has two. */
export const wordsOfWord = (text: string, folded: string): string[] =>
  SIMPLE.test(text) && folded !== '' ? [folded] : foldedWords(text)
