import { describe, expect, it } from 'vitest'
import { type Position, streamRows } from './keyset.ts'

/** A table of this many rows that records the reads. */
function tableOf(count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({ position: 'same', id: at + 1 }))
  const reads: (number | null)[] = []
  const read = (after: Position | null) => ({
    limit: (most: number) => ({
      execute: async () => {
        reads.push(after?.id ?? null)
        return rows.filter(({ id }) => id > (after?.id ?? 0)).slice(0, most)
      },
    }),
  })
  return { read, reads }
}

describe('rows read page by page', () => {
  it.each([
    [0, [null]],
    [2, [null]],
    [3, [null, 3]],
    [7, [null, 3, 6]],
  ])('come all and once: %i', async (count, reads) => {
    const table = tableOf(count)
    const ids: number[] = []
    for await (const { id } of streamRows(table.read, 3)) ids.push(id)
    expect(ids).toEqual(Array.from({ length: count }, (_, at) => at + 1))
    expect(table.reads).toEqual(reads)
  })

  // Covers: analytics-figures-21
  it('are read no further than one page behind those that somebody takes', async () => {
    const table = tableOf(100)
    for await (const { id } of streamRows(table.read, 3)) if (id === 2) break
    expect(table.reads).toEqual([null, 3])
  })
})
