import { describe, expect, it } from 'vitest'
import { inBatches } from './batches.ts'

describe('what is gathered in batches', () => {
  it('gives each its own row, in few reads, and nothing for what is not there', async () => {
    const reads: number[][] = []
    const read = inBatches(async (_db: object, keys: readonly number[]) => {
      reads.push([...keys])
      return new Map(keys.filter((key) => key !== 3).map((key) => [key, `row ${key}`]))
    })
    const db = {}
    const keys = [1, 2, 3, 2, ...Array.from({ length: 300 }, (_, index) => index + 10)]
    const rows = await Promise.all(keys.map((key) => read(db, key)))
    expect(rows).toEqual(keys.map((key) => (key === 3 ? undefined : `row ${key}`)))
    expect(reads.length).toBeLessThanOrEqual(2)
    expect(reads.flat()).toHaveLength(new Set(keys).size)
  })

  it('fails those who shared a read that failed, and nobody after them', async () => {
    let broken = true
    const read = inBatches(async (_db: object, keys: readonly number[]) => {
      if (broken) throw new Error('connection lost')
      return new Map(keys.map((key) => [key, key]))
    })
    const db = {}
    const both = await Promise.allSettled([read(db, 1), read(db, 2)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken = false
    expect(await read(db, 1)).toBe(1)
  })

  it('keeps databases apart', async () => {
    const read = inBatches(async (db: { name: string }, keys: readonly number[]) => {
      return new Map(keys.map((key) => [key, `${db.name} ${key}`]))
    })
    expect(await Promise.all([read({ name: 'a' }, 1), read({ name: 'b' }, 1)])).toEqual(['a 1', 'b 1'])
  })
})
