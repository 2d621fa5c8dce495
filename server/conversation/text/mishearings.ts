// Restores the keywords of the field where a recogniser split or a writer misspelled them: 're move', 'mess age',
// 'thursdee'.

import { keywords, lookalikes } from '../vocabulary/keywords.ts'

const exact = new Set(keywords)
const byFirst = Map.groupBy(keywords, (word) => word.charAt(0))

/** Shorter words have too many neighbours. */
const LEAST_LENGTH = 6
/** From this length two letters may differ. */
const LONG = 8

/** Beginnings that recognisers split off a keyword, and that are no words of their own. */
const BEGINNINGS = new Set(
  're rec rek un oper opera opp mess mes ac acc ack num thurs tues wens wednes satur fif fifth thir ap app data tomo'.split(
    ' ',
  ),
)

/** @param words between spaces, with bars between sentences */
export function restoreKeywords(words: string): string {
  const parts = words.split(' ')
  for (let at = 1; at < parts.length; at++) {
    const [before = '', word = ''] = [parts[at - 1], parts[at]]
    const keyword = joined(before, word)
    if (keyword !== null) parts.splice(--at, 2, keyword)
    else parts[at] = restored(word)
  }
  return parts.join(' ')
}

/** The keyword of which two words are the halves. */
function joined(one: string, two: string): string | null {
  const whole = one + two
  const isWhole = exact.has(whole)
  if ((!isWhole && !BEGINNINGS.has(one)) || exact.has(one) || exact.has(two)) return null
  return isWhole ? whole : nearest(whole, LONG - 1)
}

const WORD = /^[a-z]+$/

/** Corrections of recent words: most words of calls repeat. */
const recent = new Map<string, string>()
const MOST_RECENT = 5000

function restored(word: string): string {
  if (word.length < LEAST_LENGTH || exact.has(word)) return word
  const before = recent.get(word)
  if (before !== undefined) return before
  const isPlural = word.endsWith('s') && exact.has(word.slice(0, -1))
  const isOther = isPlural || lookalikes.has(word) || !WORD.test(word)
  const corrected = isOther ? word : (nearest(word, LONG) ?? word)
  if (recent.size >= MOST_RECENT) recent.clear()
  recent.set(word, corrected)
  return corrected
}

/** The keyword that differs least: by one letter, or from `long` letters on by two at most; null where two are as near. */
function nearest(word: string, long: number): string | null {
  let [best, least]: [string | null, number] = [null, 3]
  for (const keyword of byFirst.get(word.charAt(0)) ?? []) {
    const most = keyword.length >= long ? 2 : 1
    if (keyword.length < LEAST_LENGTH || Math.abs(keyword.length - word.length) > most) continue
    const letters = distance(word, keyword, most)
    if (letters <= most && letters <= least) [best, least] = [letters === least ? null : keyword, letters]
  }
  return best
}

/** Letters to insert, delete, replace or swap; more than `most` where the words differ by more. */
function distance(one: string, two: string, most: number): number {
  let [before, row] = [[] as number[], Array.from({ length: two.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= two.length; j++) {
      const isSame = one[i - 1] === two[j - 1]
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    if (Math.min(...next) > most) return most + 1
    ;[before, row] = [row, next]
  }
  return row[two.length] ?? most + 1
}
