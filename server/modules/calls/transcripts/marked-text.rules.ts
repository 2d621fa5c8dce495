// Separates the found words of a text from the rest.

/** The database's marks around found words; people do not write these characters. */
export const MARK = { start: '\u{e000}', stop: '\u{e001}' }

/** A text with marks as its parts, in order. */
export function partsOf(marked: string): { text: string; found: boolean }[] {
  const parts: { text: string; found: boolean }[] = []
  for (const piece of marked.split(MARK.start)) {
    const [inside = '', ...after] = piece.split(MARK.stop)
    const isFound = after.length > 0
    if (inside) parts.push({ text: inside, found: isFound })
    const rest = after.join('')
    if (rest) parts.push({ text: rest, found: false })
  }
  return parts
}
