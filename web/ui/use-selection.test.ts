import { describe, expect, it } from 'vitest'
import { type Chosen, isChosen, NOTHING, rowsBetween, withRows } from './use-selection.ts'

const keys = ['1', '2', '3', '4', '5']
const selected = (chosen: Chosen): string[] => keys.filter((key) => isChosen(chosen, key))

describe('a selection', () => {
  it('names rows one by one', () => {
    const some = withRows(NOTHING, ['2', '4'], true)
    expect(selected(some)).toEqual(['2', '4'])
    expect(selected(withRows(some, ['2', '3'], false))).toEqual(['4'])
  })

  // Covers: brokers-13
  it('of all that match holds for rows that are not loaded yet, but for those taken out', () => {
    const all: Chosen = { all: true, except: new Set() }
    const but = withRows(all, ['3'], false)
    expect(selected(but)).toEqual(['1', '2', '4', '5'])
    expect(isChosen(but, 'never seen')).toBe(true)
    expect(withRows(but, ['3'], true)).toEqual(all)
  })

  // Covers: brokers-13
  it.each([
    ['2', '4', ['2', '3', '4']],
    ['4', '2', ['2', '3', '4']],
    ['3', '3', ['3']],
    [null, '3', ['3']],
    ['gone', '3', ['3']],
  ])('from %s to %s holds what lies between', (from, to, rows) => {
    expect(rowsBetween(keys, from, to)).toEqual(rows)
  })
})
