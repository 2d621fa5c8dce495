/** Links of a mail open in a new tab, not within the frame; an address that is longer than a line wraps. */
const BASE = '<base target="_blank"><style>body{overflow-wrap:anywhere}</style>'

/** A mail's HTML for a sandboxed frame. */
export function framed(html: string): string {
  const head = /<head\b[^>]*>/i.exec(html)
  if (!head) return `${BASE}${html}`
  const end = head.index + head[0].length
  return `${html.slice(0, end)}${BASE}${html.slice(end)}`
}
