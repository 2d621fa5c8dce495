import { describe, expect, it } from 'vitest'
import { holdRows } from './held-rows.ts'

interface Call {
  id: number
  outcome?: string
}

const calls = (...ids: number[]): Call[] => ids.map((id) => ({ id }))
const hold = (before: Call[], fresh: Call[], hasMore = true) => {
  const { rows, waiting } = holdRows(before, fresh, ({ id }) => id, hasMore)
  return { ids: rows.map(({ id }) => id), waiting }
}

describe('rows that stand while their list grows', () => {
  it('stay in their places when new ones come on top', () => {
    expect(hold(calls(3, 2, 1), calls(5, 4, 3, 2, 1))).toEqual({ ids: [3, 2, 1], waiting: 2 })
  })

  it('stay when they are pushed off the end of what is loaded', () => {
    expect(hold(calls(3, 2, 1), calls(5, 4, 3))).toEqual({ ids: [3, 2, 1], waiting: 2 })
    expect(hold(calls(3, 2, 1), calls(9, 8, 7))).toEqual({ ids: [3, 2, 1], waiting: 3 })
  })

  it('are followed by what was loaded at the end', () => {
    expect(hold(calls(3, 2), calls(4, 3, 2, 1, 0))).toEqual({ ids: [3, 2, 1, 0], waiting: 1 })
  })

  it('go when they were removed', () => {
    expect(hold(calls(3, 2, 1), calls(4, 3, 1))).toEqual({ ids: [3, 1], waiting: 1 })
    expect(hold(calls(3, 2, 1), calls(3, 2), false)).toEqual({ ids: [3, 2], waiting: 0 })
    expect(hold(calls(3, 2, 1), [], false)).toEqual({ ids: [], waiting: 0 })
  })

  it('keep their order and take their new contents', () => {
    const { rows } = holdRows(calls(2, 1), [{ id: 1, outcome: 'Won' }, { id: 2 }], ({ id }) => id, false)
    expect(rows).toEqual([{ id: 2 }, { id: 1, outcome: 'Won' }])
  })

  it('leave room for what comes into an empty list', () => {
    expect(hold([], calls(2, 1), false)).toEqual({ ids: [2, 1], waiting: 0 })
  })
})
