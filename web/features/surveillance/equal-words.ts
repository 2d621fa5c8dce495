/** A word without case, accents and punctuation: 'O’Brien,' and 'OBRIEN' are equal. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** The words of one side of a comparison. */
export function wordsOf(texts: readonly (string | null | undefined)[]): ReadonlySet<string> {
  const words = texts.flatMap((text) => (text ?? '').split(/\s+/).map(plain))
  return new Set(words.filter((word) => word !== ''))
}

export interface Part {
  text: string
  /** The other side has this word. */
  isEqual: boolean
}

/** A text by its words and the spaces between them. */
export function partsOf(text: string, others: ReadonlySet<string>): Part[] {
  return text.split(/(\s+)/).map((part) => ({ text: part, isEqual: others.has(plain(part)) }))
}
