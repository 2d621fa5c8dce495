import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChoice } from './use-column-choice.ts'
import { rowAfterKey } from './use-row-keys.ts'

describe('rowAfterKey', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['j', 0, 1],
    ['ArrowUp', 0, 0],
    ['k', 5, 4],
    ['End', 3, 99],
    ['Home', 3, 0],
    ['PageDown', 95, 99],
    ['x', 3, null],
    ['Tab', 3, null],
  ])('%s from %i leads to %s', (key, from, to) => {
    expect(rowAfterKey(key, from, 100)).toBe(to)
  })
  it('never leaves the table', () => {
    const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.array(keys), (count, pressed) => {
        const end = pressed.reduce((row, key) => rowAfterKey(key, row, count) ?? row, 0)
        expect(end).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThan(count)
      }),
    )
  })
})

describe('parseChoice', () => {
  it('takes only names with true or false', () => {
    expect(parseChoice('{"email":false,"x":1}')).toEqual({ email: false })
    for (const text of [null, '', '[]', 'nonsense', '3', 'null']) expect(parseChoice(text)).toEqual({})
  })
})
