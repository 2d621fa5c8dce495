import { describe, expect, it } from 'vitest'
import { isSame, mergeEdit } from './merge-edit.ts'

describe('a form whose record somebody else changed', () => {
  const before = { name: 'Flex', rate: '6.14', days: ['1', '2'], note: null }

  // Covers: console-toasts-15
  it('shows theirs where only they changed something, and keeps what was typed elsewhere', () => {
    const { values, fields } = mergeEdit(
      before,
      { ...before, rate: '5.99' },
      { ...before, name: 'Flex Home Loan' },
    )
    expect(values).toEqual({ ...before, rate: '5.99', name: 'Flex Home Loan' })
    expect(fields).toEqual([{ name: 'rate', before: '6.14', theirs: '5.99', mine: '6.14', isBoth: false }])
  })

  // Covers: console-toasts-15
  it('keeps what was typed where both changed it, and says that there is a choice', () => {
    const { values, fields } = mergeEdit(before, { ...before, rate: '5.99' }, { ...before, rate: '6.00' })
    expect(values.rate).toBe('6.00')
    expect(fields).toMatchObject([{ name: 'rate', theirs: '5.99', mine: '6.00', isBoth: true }])
  })

  it('has nothing to choose where both changed it to the same', () => {
    const { values, fields } = mergeEdit(before, { ...before, rate: '5.99' }, { ...before, rate: '5.99' })
    expect(values.rate).toBe('5.99')
    expect(fields).toMatchObject([{ name: 'rate', isBoth: false }])
  })

  it('takes a list for one value, and an empty control for none', () => {
    const days = ['1', '2', '3']
    expect(mergeEdit(before, { ...before, days }, { ...before, note: '' })).toMatchObject({
      values: { days, note: null },
      fields: [{ name: 'days', isBoth: false }],
    })
  })
})

it.each([
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [[], {}, false],
  ['', null, true],
  [0, '', false],
  [false, null, false],
])('%j and %j mean the same: %s', (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected)
})
