import { expect, it } from 'vitest'
import { freeMemory } from './free-memory.ts'

const MEGABYTE = 1024 * 1024
const used = () => process.memoryUsage().heapUsed / MEGABYTE
const fiftyMegabytes = () => Array.from({ length: 50 }, () => new Array(MEGABYTE / 8).fill(0.5))

it('frees at once what nothing holds any more', async () => {
  let rows: unknown[] | null = fiftyMegabytes()
  const before = used()
  expect(rows).toHaveLength(50)
  rows = null
  await freeMemory()
  expect(before - used()).toBeGreaterThan(40)
})
