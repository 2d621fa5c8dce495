import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

describe('work of one key', () => {
  // Covers: bookings-6
  it('is done one by one in order, whether what was before it failed or not', async () => {
    const inTurn = createTurns()
    const told: string[] = []
    const work = (name: string, fails = false) =>
      inTurn('nine', async () => {
        told.push(`${name} begins`)
        await Promise.resolve()
        told.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      })
    const results = await Promise.allSettled([work('a'), work('b', true), work('c')])
    expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await work('d')).toBe('d')
  })

  it('does not wait for work of another key', async () => {
    const inTurn = createTurns()
    let release = (): void => {}
    const held = inTurn('nine', () => new Promise<void>((resolve) => (release = resolve)))
    expect(await inTurn('ten', async () => 'done')).toBe('done')
    release()
    await held
  })
})
