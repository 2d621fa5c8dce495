// Matches the vocabulary's phrases against normalised words.

import { memo } from './memo.ts'
import { compilePhrase } from './notation.ts'

/** One entry of the vocabulary: phrases that mean the same. */
export interface Entry {
  /** Stable name, shown as the reason of a reading. */
  rule: string
  /** One phrase a line, in the notation of `notation.ts`. */
  phrases: string
  note?: string
}

export interface CompiledRule {
  rule: string
  /** Patterns by the word with which they can start. */
  byFirst: ReadonlyMap<string, readonly RegExp[]>
  /** Patterns that can start with any word. */
  others: readonly RegExp[]
}

const linesOf = (phrases: string): string[] =>
  phrases
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function compileEntry({ rule, phrases }: Entry): CompiledRule {
  const byFirst = new Map<string, RegExp[]>()
  const others: RegExp[] = []
  for (const { first, pattern } of linesOf(phrases).map(compilePhrase)) {
    if (first === null) others.push(pattern)
    else for (const word of first) byFirst.set(word, [...(byFirst.get(word) ?? []), pattern])
  }
  return { rule, byFirst, others }
}

export const compileEntries = (entries: readonly Entry[]): CompiledRule[] => entries.map(compileEntry)

export interface Hit {
  rule: string
  words: string
  at: number
  end: number
}

/** The longest match at each place, in order; matches do not overlap. */
export function findHits(words: string, rules: readonly CompiledRule[]): Hit[] {
  return rules.flatMap((rule) => hitsOf(words, rule)).sort((a, b) => a.at - b.at || b.end - a.end)
}

const startsOf = memo((words) => {
  const starts: { at: number; word: string }[] = []
  for (let at = words.indexOf(' ') + 1; at > 0 && at < words.length; at = words.indexOf(' ', at) + 1) {
    const word = words.slice(at, words.indexOf(' ', at))
    if (!word.startsWith('_')) starts.push({ at, word })
  }
  return starts
})

function hitsOf(words: string, { rule, byFirst, others }: CompiledRule): Hit[] {
  const hits: Hit[] = []
  let free = 0
  for (const { at, word } of startsOf(words)) {
    if (at < free) continue
    const patterns = byFirst.get(word)
    if (!patterns && others.length === 0) continue
    const end = Math.max(patterns ? longestEnd(words, at, patterns) : -1, longestEnd(words, at, others))
    if (end <= at) continue
    hits.push({ rule, words: words.slice(at, end).trim(), at, end })
    free = end
  }
  return hits
}

function longestEnd(words: string, at: number, patterns: readonly RegExp[]): number {
  let longest = -1
  for (const pattern of patterns) {
    pattern.lastIndex = at
    if (pattern.test(words)) longest = Math.max(longest, pattern.lastIndex)
  }
  return longest
}

/** Replaces the hits by a mark of the same length that no phrase matches. */
export function maskHits(words: string, hits: readonly Hit[]): string {
  let rest = words
  for (const { at, end } of hits) rest = `${rest.slice(0, at)}${'_'.repeat(end - at - 1)} ${rest.slice(end)}`
  return rest
}
