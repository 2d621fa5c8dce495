interface Change {
  text: string
  what: string
}

/** A pattern and its replacement; each match is a fault of its own. */
const RULES: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  [/ for update(?: of \w+)?(?: skip locked)?/gi, () => ''],
  [/ skip locked/gi, () => ''],
  [/\bnot (?=exists|in\b|like|coalesce|[a-z_.]+\b)/gi, () => ''],
  [/\bis not null/gi, () => 'is null'],
  [/\bis null/gi, () => 'is not null'],
  [/\bdistinct (?!on|from)/gi, () => ''],
  [/\basc\b/gi, () => 'desc'],
  [/\bdesc\b/gi, () => 'asc'],
  [/ <> /g, () => ' = '],
  [/ <= /g, () => ' < '],
  [/ < /g, () => ' <= '],
  [/ >= /g, () => ' > '],
  [/ > /g, () => ' >= '],
  [/(?<=\b(?:where|and|or|on|when)\b[^'`]*?) = (?!any)/gi, () => ' <> '],
  [/ union all /gi, () => ' union '],
]

/** Faults of a query, whose `${…}` stay as they are. @param tagged its template with the tag */
export function sqlFaults(tagged: string): Change[] {
  const from = tagged.indexOf('`')
  const values = valuesOf(tagged)
  const inValue = (at: number): boolean => values.some(([start, end]) => at >= start && at < end)
  const changes: Change[] = []
  const put = (at: number, length: number, text: string, what: string): void => {
    changes.push({ text: tagged.slice(0, at) + text + tagged.slice(at + length), what })
  }
  for (const [pattern, replacement] of RULES) {
    for (const found of tagged.matchAll(pattern)) {
      if (found.index <= from || inValue(found.index)) continue
      const text = replacement(found)
      put(found.index, found[0].length, text, `SQL:${found[0]} became ${text.trim() || 'nothing'}`)
    }
  }
  for (const [at, length] of conditions(tagged, inValue)) {
    const what = tagged
      .slice(at, at + length)
      .replace(/\s+/g, ' ')
      .trim()
    put(at, length, ' ', `SQL: ${what.slice(0, 70)} left out`)
  }
  return changes
}

/** Ranges of the `${…}` of a template, the outermost ones. */
function valuesOf(tagged: string): [number, number][] {
  const ranges: [number, number][] = []
  for (let at = 0; at < tagged.length; at++) {
    if (!tagged.startsWith('${', at)) continue
    const start = at
    let depth = 0
    for (; at < tagged.length; at++) {
      if (tagged[at] === '{') depth += 1
      else if (tagged[at] === '}') depth -= 1
      if (depth === 0 && tagged[at] === '}') break
    }
    ranges.push([start, at + 1])
  }
  return ranges
}

const ENDS =
  /^(?:and|or|order|group|limit|returning|union|for|on|set|then|else|when|having|join|left|window|offset)\b/i

/** Each `and …` up to the next word of its own level. */
function conditions(tagged: string, inValue: (at: number) => boolean): [number, number][] {
  const found: [number, number][] = []
  for (const { index } of tagged.matchAll(/\sand\s/gi)) {
    if (inValue(index) || /\bbetween\s+\S+$/i.test(tagged.slice(0, index))) continue
    let depth = 0
    let at = index + 5
    for (; at < tagged.length; at++) {
      const char = tagged[at] ?? ''
      if (inValue(at)) continue
      if (char === '(') depth += 1
      else if (char === ')') depth -= 1
      if (depth < 0 || char === '`' || (depth === 0 && char === ',')) break
      if (depth === 0 && /\s/.test(tagged[at - 1] ?? '') && ENDS.test(tagged.slice(at, at + 12))) break
    }
    found.push([index, at - index])
  }
  return found
}
