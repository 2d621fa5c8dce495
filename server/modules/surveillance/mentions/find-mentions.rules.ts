// Decides whether a text is about a broker: it has their name or their company's as a phrase, and which words count.

import type { Finding } from '#contract/surveillance/surveillance.ts'
import { foldedWords } from '#server/input/name-words.ts'
import { companyPatterns, keyOf, type NamePattern, personPatterns } from './name-patterns.rules.ts'
import { type NewsWord, newsWords } from './news-words.rules.ts'

export interface Keyword {
  word: string
  weight: number
}

export interface Item {
  id: number
  url: string
  title: string
  summary: string
}

export interface Named {
  id: number
  name: string
  company: string | null
}

export interface Mention {
  brokerId: number
  /** As the text has it, folded. */
  phrase: string
}

const MOST_RISK = 100
const NAMED_ONLY = 10
/** A given name, at most two middle names or the second word of either, the family name. */
const MAX_APART = 5

interface Known {
  id: number
  pattern: NamePattern
}

/** Looks for many brokers in one text: pairs of its words are looked up among those of their names. */
export function createMentionFinder(brokers: Iterable<Named>): (item: Item) => Mention[] {
  const byKey = new Map<string, Known[]>()
  for (const { id, name, company } of brokers) {
    for (const pattern of [...personPatterns(name), ...(company ? companyPatterns(company) : [])]) {
      const known = byKey.get(pattern.key)
      if (known) known.push({ id, pattern })
      else byKey.set(pattern.key, [{ id, pattern }])
    }
  }
  return ({ title, summary }) => {
    const found = new Map<number, string>()
    for (const text of [title, summary]) {
      const words = newsWords(text)
      for (let at = 0; at < words.length; at++) {
        for (const { id, pattern } of startingAt(byKey, words, at)) {
          const length = found.has(id) ? 0 : pattern.match(words, at)
          if (length > 0) found.set(id, phraseOf(words.slice(at, at + length)))
        }
      }
    }
    return [...found].map(([brokerId, phrase]) => ({ brokerId, phrase }))
  }
}

function* startingAt(
  byKey: ReadonlyMap<string, Known[]>,
  words: readonly NewsWord[],
  at: number,
): Generator<Known> {
  for (const first of words[at]?.words ?? []) {
    for (let apart = 1; apart <= MAX_APART; apart++) {
      for (const second of words[at + apart]?.words ?? []) yield* byKey.get(keyOf(first, second)) ?? []
    }
  }
}

const phraseOf = (words: readonly NewsWord[]): string => words.map(({ words: [word] }) => word).join(' ')

/** The finding of an item that names a broker: the keywords that count, each with its weight. */
export function mentionFinding(
  item: Item,
  phrase: string,
  keywords: readonly Keyword[],
): { finding: Finding; words: string[] } {
  const text = ` ${foldedWords(`${item.title} . ${item.summary}`).join(' ')} `
  const met = keywords.filter(({ word }) => text.includes(` ${foldedWords(word).join(' ')} `))
  const points = [
    { text: `Names “${phrase}”`, risk: NAMED_ONLY },
    ...met.map(({ word, weight }) => ({ text: `Says “${word}”`, risk: weight })),
  ]
  const total = points.reduce((sum, { risk }) => sum + risk, 0)
  if (total > MOST_RISK) points.push({ text: 'At most 100', risk: MOST_RISK - total })
  return {
    words: met.map(({ word }) => word),
    finding: {
      subject: `news:${item.url}`,
      title: item.title,
      risk: Math.min(MOST_RISK, total),
      points,
      silenced: false,
      fingerprint: [item.title, ...met.map(({ word }) => word).sort()].join(' | '),
      entryIds: [],
    },
  }
}
