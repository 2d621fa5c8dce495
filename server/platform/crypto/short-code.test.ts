import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSameCode, readShortCode, shortCode } from './short-code.ts'

const SECRET = 'a-secret-of-32-characters-or-more'

it('makes one code for a subject, which depends on the secret', () => {
  expect(shortCode(SECRET, 'call:1')).toBe(shortCode(SECRET, 'call:1'))
  expect(shortCode(SECRET, 'call:1')).not.toBe(shortCode(SECRET, 'call:2'))
  expect(shortCode(SECRET, 'call:1')).not.toBe(shortCode(`${SECRET}!`, 'call:1'))
})

it('uses every character of the alphabet about equally often', () => {
  const counts = new Map<string, number>()
  for (let id = 0; id < 4000; id++)
    for (const sign of shortCode(SECRET, `call:${id}`)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  expect(counts.size).toBe(32)
  // 750 of each are expected; five standard deviations
  for (const [sign, count] of counts) expect(Math.abs(count - 750), sign).toBeLessThan(135)
})

it('reads a code as people type it', () => {
  fc.assert(
    fc.property(fc.nat(), (id) => {
      const code = shortCode(SECRET, `call:${id}`)
      const typed = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)}. `
      expect(readShortCode(typed)).toBe(code)
      expect(readShortCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code)
    }),
  )
})

it.each(['', 'K7P2Q', 'K7P2QXX', 'K7P2QU', 'K7P2Q€', 'K7P2QX\u0000'])('reads no code in %j', (text) => {
  expect(readShortCode(text)).toBeNull()
})

it('compares codes', () => {
  expect(isSameCode('K7P2QX', 'K7P2QX')).toBe(true)
  expect(isSameCode('K7P2QX', 'K7P2QY')).toBe(false)
})
