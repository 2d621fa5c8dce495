import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meantActions } from './audit-search.rules.ts'

const labels = {
  'a.approved': 'Approved {subject}',
  'a.cleared': 'Cleared {subject} in a review',
  'a.loaded': 'Loaded sample data',
}

describe('a search of the audit log', () => {
  it.each([
    ['cleared', ['a.cleared'], []],
    ['in a rev', ['a.cleared'], []],
    ['sample', ['a.loaded'], []],
    ['sa', ['a.loaded'], []],
    ['ed', [], []],
    ['broker', [], []],
  ])('for %s means actions by their sentences', (words, all, across) => {
    expect(meantActions(words, labels)).toEqual({ all, across })
  })

  it('that goes on from the sentence into its subject tells how the subject begins, ends or is', () => {
    expect(meantActions('approved broker 4', labels).across).toEqual([
      { actions: ['a.approved'], how: 'begins', text: 'broker 4' },
    ])
    expect(meantActions('44 in a', labels).across).toEqual([
      { actions: ['a.cleared'], how: 'ends', text: '44' },
    ])
    expect(meantActions('cleared broker 4 in', labels).across).toContainEqual({
      actions: ['a.cleared'],
      how: 'is',
      text: 'broker 4',
    })
  })

  // Covers: analytics-figures-22
  it('finds what a look at the whole sentence finds, whatever is asked', () => {
    const subjects = ['broker 44', 'ann walker', 'document 4', 'in']
    const sentences = Object.entries(labels).flatMap(([action, label]) =>
      subjects.map((subject) => ({
        action,
        subject,
        text: label.toLowerCase().replace('{subject}', subject),
      })),
    )
    const piece = fc
      .tuple(fc.constantFrom(...sentences), fc.nat(), fc.integer({ min: 3, max: 30 }))
      .map(([{ text }, from, length]) =>
        text
          .slice(from % text.length)
          .slice(0, length)
          .trim(),
      )
      .filter((words) => words.length > 2)
    fc.assert(
      fc.property(piece, (words) => {
        const { all, across } = meantActions(words, labels)
        const found = sentences.filter(
          ({ action, subject }) =>
            all.includes(action) ||
            subject.includes(words) ||
            across.some(
              ({ actions, how, text }) =>
                actions.includes(action) &&
                ((how === 'begins' && subject.startsWith(text)) ||
                  (how === 'ends' && subject.endsWith(text)) ||
                  (how === 'is' && subject === text)),
            ),
        )
        expect(found).toEqual(
          sentences.filter(({ action, subject, text }) => {
            const isLabelled = labels[action as keyof typeof labels].includes('{subject}')
            return text.includes(words) || (!isLabelled && subject.includes(words))
          }),
        )
      }),
    )
  })
})
