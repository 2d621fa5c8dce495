export interface TextPart {
  text: string
  /** Address to open; null for plain text. */
  href: string | null
}

const ADDRESS = /https?:\/\/[^\s<>"']+/g
/** Belongs to the sentence around an address, not to the address. */
const TRAILING = /[.,;:!?)\]]+$/

/** Splits a text at its web addresses, which become links; only http and https count. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const href = match[0].replace(TRAILING, '')
    if (!URL.canParse(href)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null })
    parts.push({ text: href, href })
    end = match.index + href.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}
