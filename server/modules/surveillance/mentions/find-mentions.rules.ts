// Decides whether a text is about a broker: their name or their company's stands in it as a phrase, and which words count.

import type { Finding } from '#contract/surveillance.ts'
import { companyWords, personWords } from '../names/name-text.rules.ts'

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
  /** As it stands in the text. */
  phrase: string
}

/** A phrase of fewer words is no name: 'Li' or 'Harbour' stand in every newspaper. */
const LEAST_WORDS = 2
const MOST_WORDS = 8
const forms = new Set('pty ltd limited proprietary inc group trust the'.split(' '))
const MOST_RISK = 100
const NAMED_ONLY = 10

/** Names as they are written and with the surname first; a company without its legal form. */
export function phrasesOf({ name, company }: Named): string[] {
  const words = personWords(name).words
  const rotated = words.length > 1 ? [...words.slice(-1), ...words.slice(0, -1)] : []
  const own = company ? companyWords(company).filter((word) => !forms.has(word)) : []
  return [words, rotated, own]
    .filter((phrase) => phrase.length >= LEAST_WORDS)
    .map((phrase) => phrase.join(' '))
}

/** Looks for many brokers in one text at once: every run of words is looked up among their names. */
export function createMentionFinder(brokers: Iterable<Named>): (item: Item) => Mention[] {
  const byPhrase = new Map<string, number[]>()
  for (const broker of brokers) {
    for (const phrase of phrasesOf(broker)) {
      const ids = byPhrase.get(phrase)
      if (ids) ids.push(broker.id)
      else byPhrase.set(phrase, [broker.id])
    }
  }
  return ({ title, summary }) => {
    const words = companyWords(`${title} . ${summary}`)
    const found = new Map<number, string>()
    for (let from = 0; from < words.length; from++) {
      for (let length = LEAST_WORDS; length <= MOST_WORDS && from + length <= words.length; length++) {
        const phrase = words.slice(from, from + length).join(' ')
        for (const id of byPhrase.get(phrase) ?? []) found.set(id, phrase)
      }
    }
    return [...found].map(([brokerId, phrase]) => ({ brokerId, phrase }))
  }
}

/** What an item that names a broker says about them: the words that count, each with its weight. */
export function mentionFinding(
  item: Item,
  phrase: string,
  keywords: readonly Keyword[],
): { finding: Finding; words: string[] } {
  const text = ` ${companyWords(`${item.title} . ${item.summary}`).join(' ')} `
  const met = keywords.filter(({ word }) => text.includes(` ${companyWords(word).join(' ')} `))
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
