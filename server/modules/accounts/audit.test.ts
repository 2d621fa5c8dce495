import { describe, expect, it } from 'vitest'
import { changedFields } from './audit.ts'

const before = {
  name: 'Ann',
  at: new Date('2026-11-24T01:00:00Z'),
  content: { title: 'A', items: ['x'] },
  updatedAt: 1,
}

describe('the fields that an audit row shows as changed', () => {
  it.each([
    ['none where nothing differs', { name: 'Ann' }, null],
    ['none for an instant written as text', { at: '2026-11-24T01:00:00.000Z' as unknown as Date }, null],
    ['none for the same content in another order', { content: { items: ['x'], title: 'A' } }, null],
    ['none that is left out', { updatedAt: 2 }, null],
    ['none that is undefined', { name: undefined }, null],
    ['those that differ', { name: 'Bo', updatedAt: 2 }, { before: { name: 'Ann' }, after: { name: 'Bo' } }],
    [
      'an item that was added',
      { content: { title: 'A', items: ['x', 'y'] } },
      { before: { content: before.content }, after: { content: { title: 'A', items: ['x', 'y'] } } },
    ],
  ])('are %s', (_name, after, expected) => {
    expect(changedFields(before, after, ['updatedAt'])).toEqual(expected)
  })
})
