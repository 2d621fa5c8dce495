import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readToken, signToken } from './token.ts'

const secret = 'a-secret-of-at-least-thirty-two-characters'
const now = new Date('2026-11-24T00:00:00Z')
const tomorrow = new Date('2026-11-25T00:00:00Z')

describe('a signed link', () => {
  it('gives back its id until it expires', () => {
    const token = signToken(secret, { purpose: 'booking', id: 17 }, tomorrow)
    expect(readToken(secret, 'booking', token, now)).toBe(17)
    expect(readToken(secret, 'booking', token, tomorrow)).toBeNull()
  })

  it('opens nothing of another purpose and nothing under another secret', () => {
    const token = signToken(secret, { purpose: 'booking', id: 17 }, tomorrow)
    expect(readToken(secret, 'draft', token, now)).toBeNull()
    expect(readToken(`${secret}x`, 'booking', token, now)).toBeNull()
  })

  it('is refused when any one character is changed, and whatever else comes', () => {
    const token = signToken(secret, { purpose: 'booking', id: 17 }, tomorrow)
    for (let at = 0; at < token.length; at++) {
      const forged = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      expect(readToken(secret, 'booking', forged, now)).toBeNull()
    }
    fc.assert(fc.property(fc.string(), (text) => readToken(secret, 'booking', text, now) === null))
  })
})
