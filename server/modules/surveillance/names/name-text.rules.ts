// Decides which words a name has: in one alphabet, without marks, titles and forms of writing.

import anyAscii from 'any-ascii'

export interface NameWords {
  /** In lower case, a-z and 0-9 only, in the order that they are written in. */
  words: string[]
  /** How many of the first words are the family name, as a comma tells; null: the text does not say. */
  family: number | null
}

const titles = new Set(
  `mr mrs ms miss mx dr prof professor sir dame hon rev herr frau monsieur madame senor senora president prasident
  sheikh shaikh haji mullah qari mawlawi jr snr oam qc kc esq`.split(/\s+/),
)

/** 'Sarah Mitchell (nee Bowden)': the family name that she had before. */
const FORMERLY = /[\s(,]*\b(?:n[ée]e|formerly|also known as|aka|a\.k\.a\.)\s+([^),]+)\)?/iu

/** The name, and the same with the family name that it had before, where the text tells one. */
export function variantsOf(text: string): string[] {
  const formerly = FORMERLY.exec(text)
  if (!formerly?.[1]) return [text]
  const now = text.replace(FORMERLY, '').trim()
  const before = formerly[1].trim()
  // more than one word is a whole name
  if (/\s/.test(before)) return [now, before]
  const given = now.includes(',') ? now.split(',')[1] : now.split(/\s+/).slice(0, -1).join(' ')
  return [now, `${before}, ${given?.trim() ?? ''}`]
}

/** Where two words were written as one: 'RamiMakhlouf', and as other scripts are spelt out: 'XiJinPing'. */
const JOINED = /(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu

/** What most names are; they need no other alphabet. */
const PLAIN = /^[\x20-\x7e]*$/

function plainWords(text: string): string[] {
  return (PLAIN.test(text) ? text : anyAscii(text.normalize('NFC')))
    .replaceAll(JOINED, ' ')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/(?<=\b[a-z0-9])\.(?=[a-z0-9]\b)/g, '') // j.p. is jp
    .replaceAll(/['’`".]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

/** A person's: 'SURNAME, GIVEN MIDDLE' or in any order. */
export function personWords(text: string): NameWords {
  const comma = text.indexOf(',')
  const untitled = (words: string[]) => words.filter((word) => !titles.has(word))
  const family = comma < 0 ? [] : untitled(plainWords(text.slice(0, comma)))
  const rest = plainWords(text.slice(comma + 1))
  const given = untitled(rest)
  const words = [...family, ...given]
  // whoever is called by a title alone has no other name
  if (words.length === 0) return { words: rest, family: null }
  return { words, family: comma < 0 || given.length === 0 ? null : family.length }
}

/** A company's, its legal form among them. */
export const companyWords = (text: string): string[] => plainWords(text)
