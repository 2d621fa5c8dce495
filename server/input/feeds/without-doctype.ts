/**
 * The file without its document type, so that no entity of its own is defined, expanded or fetched. Only text before
 * the root element is a document type; the same words inside a text are kept.
 */
export function withoutDoctype(xml: string): string {
  const start = startOfDoctype(xml)
  if (start < 0) return xml
  const end = endOfDoctype(xml, start)
  return end < 0 ? xml : xml.slice(0, start) + xml.slice(end)
}

function startOfDoctype(xml: string): number {
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    if (/^<!doctype/i.test(xml.slice(at, at + 9))) return at
    const end = xml.startsWith('<!--', at) ? '-->' : xml.startsWith('<?', at) ? '?>' : null
    const to = end ? xml.indexOf(end, at) : -1
    if (!end || to < 0) return -1
    at = to + end.length
  }
  return -1
}

/** The first `>` outside of quotes and of the part in brackets. */
function endOfDoctype(xml: string, start: number): number {
  let quote = ''
  let inside = false
  for (let at = start; at < xml.length; at++) {
    const char = xml.charAt(at)
    if (quote) {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '[') inside = true
    else if (char === ']') inside = false
    else if (char === '>' && !inside) return at + 1
  }
  return -1
}
