import { describe, expect, it } from 'vitest'
import { around, wayIn } from './broker-way.ts'

describe('the way from a list to a broker', () => {
  // Covers: brokers-19
  it('takes along who stands around', () => {
    expect(around(['1', '2', '3', '4', '5'], '3', 1)).toEqual(['2', '3', '4'])
    expect(around(['1', '2'], '1', 5)).toEqual(['1', '2'])
    expect(around(['1', '2'], 'gone')).toEqual([])
  })

  // Covers: brokers-19
  it('is read from the history’s entry, and is none where that holds something else', () => {
    const way = { keys: ['1', '2'], back: '/brokers?region=NSW' }
    expect(wayIn({ way })).toEqual(way)
    for (const state of [null, 'x', {}, { way: 1 }, { way: { keys: 1, back: '/brokers' } }])
      expect(wayIn(state)).toBeNull()
    expect(wayIn({ way: { ...way, back: 'https://evil.example' } })).toBeNull()
  })
})
