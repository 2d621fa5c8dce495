import { describe, expect, it } from 'vitest'
import { createMentionFinder, mentionFinding } from './find-mentions.rules.ts'

describe('a text', () => {
  const item = {
    id: 1,
    url: 'https://news.example/1',
    title: 'Court: FRASER, Isla banned',
    summary: 'Harbour Home Loans Pty Ltd was not charged.',
  }
  const find = createMentionFinder([
    { id: 1, name: 'Isla Fraser', company: null },
    { id: 2, name: 'Omar Haddad', company: 'Harbour Home Loans' },
    { id: 3, name: 'Fraser', company: 'Court' },
    { id: 4, name: 'Isla Frasers', company: null },
  ])

  it('names brokers and companies as whole phrases, in either order, and nobody by one word', () => {
    expect(find(item).map(({ brokerId, phrase }) => [brokerId, phrase])).toEqual([
      [1, 'fraser isla'],
      [2, 'harbour home loans'],
    ])
  })

  it('counts as much as its words do, each of them named, and never more than 100', () => {
    const { finding, words } = mentionFinding(item, 'fraser isla', [
      { word: 'banned', weight: 60 },
      { word: 'court', weight: 25 },
      { word: 'charge', weight: 90 },
    ])
    expect([finding.risk, words]).toEqual([95, ['banned', 'court']])
    expect(finding.points.map(({ text, risk }) => [text, risk])).toEqual([
      ['Names “fraser isla”', 10],
      ['Says “banned”', 60],
      ['Says “court”', 25],
    ])
    expect(mentionFinding(item, 'x', [{ word: 'banned', weight: 100 }]).finding.risk).toBe(100)
  })
})
