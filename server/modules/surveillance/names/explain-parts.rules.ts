// Builds the words that explain to a person why two names match.

import type { NamePart } from './person-score.rules.ts'

const ways: Record<Exclude<NamePart['by'], 'same' | 'missing'>, string> = {
  'short form': 'a short form',
  initial: 'an initial',
  spelling: 'another spelling',
  joined: 'written as one word',
}

/** e.g. '“bill” for “william” (a short form), without “j”'. */
export function explainParts(parts: readonly NamePart[]): string {
  const told = parts.flatMap(({ one, other, by }) => {
    if (by === 'same') return []
    if (by !== 'missing') return [`“${one}” for “${other}” (${ways[by]})`]
    return [other === '' ? `the register lacks “${one}”` : `the register adds “${other}”`]
  })
  return told.length === 0 ? 'every word agrees' : told.join(', ')
}
