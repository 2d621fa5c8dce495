/**
 * LIKE patterns of a search text, all of which must match: one per word, lower case. Digits that read like a
 * phone number are one pattern, as they stand in E.164: '0491 570' finds +61491570156.
 */
export function searchPattern(text: string | undefined): string[] {
  const words = (text ?? '').normalize('NFKC').toLowerCase().trim()
  if (words === '') return []
  if (/^[+\d\s()-]{3,}$/.test(words) && /[\s+()-]|^0/.test(words)) {
    const digits = words.replace(/\D/g, '').replace(/^(0011)?61(?=\d)|^0/, '')
    if (digits !== '') return [containing(digits)]
  }
  return words.split(/\s+/).slice(0, 8).map(containing)
}

/** LIKE pattern, lower case, that finds a text literally wherever it stands. */
export const containing = (text: string): string => `%${literal(text.toLowerCase())}%`

/** LIKE pattern of texts that begin with this one. */
export const beginningWith = (text: string): string => `${literal(text)}%`

const literal = (text: string): string => text.replaceAll(/[%_\\]/g, '\\$&')
