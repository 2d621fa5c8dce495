/** Read again for each item. */
const MAX_HEAD = 100_000
const STARTS = /<((?:[a-z][\w.-]{0,30}:)?(?:item|entry))[\s>/]/gi

/**
 * Splits a feed with a fault in its XML. `around` puts one item between the start and the end of the feed.
 * Null if it holds no items, or too much before the first.
 */
export function itemsApart(
  xml: string,
  max: number,
): { items: string[]; around: (item: string) => string } | null {
  const starts = [...xml.matchAll(STARTS)].slice(0, max)
  const [first] = starts
  if (!first || first.index > MAX_HEAD) return null
  const head = xml.slice(0, first.index)
  const items = starts.map(({ index, 1: tag = '' }, at) => {
    const rest = xml.slice(index, starts[at + 1]?.index ?? xml.length)
    const end = rest.toLowerCase().lastIndexOf(`</${tag.toLowerCase()}`)
    const close = end < 0 ? -1 : rest.indexOf('>', end)
    return close < 0 ? rest : rest.slice(0, close + 1)
  })
  const tail = openTags(head)
    .reverse()
    .map((name) => `</${name}>`)
    .join('')
  return { items, around: (item) => head + item + tail }
}

/** The elements that hold the items: a root, and in RSS its channel. */
function openTags(head: string): string[] {
  const names = [...head.matchAll(/<(\/?)((?:[a-z][\w.-]{0,30}:)?(?:rss|rdf|feed|channel))[\s>]/gi)]
  const open: string[] = []
  for (const [, slash, name = ''] of names) {
    if (slash) open.splice(open.lastIndexOf(name), 1)
    else open.push(name)
  }
  return open
}
