import { describe, expect, it } from 'vitest'
import { barsOf, barsPath, lineAt } from './waveform.ts'

describe('the waveform of a call', () => {
  it('keeps the loudest moment of each stretch and scales both voices alike', () => {
    expect(
      barsOf(
        [
          [0, 0.4, 0.1, 0.2],
          [0, 0, 0, 0.8],
        ],
        2,
      ),
    ).toEqual([
      [0.5, 0.25],
      [0, 1],
    ])
  })

  it('stretches few values over many bars and draws noise as silence', () => {
    expect(barsOf([[0.001, 0.002]], 4)[0]?.every((bar) => bar < 0.05)).toBe(true)
    expect(barsOf([[0.5, 1]], 4)).toEqual([[0.5, 0.5, 1, 1]])
    expect(barsOf([[]], 3)).toEqual([[0, 0, 0]])
  })

  it('draws one voice upwards and the other downwards', () => {
    expect(barsPath([1, 0], 30, -1, 20)).toBe('M0 30h2v-20.0h-2zM3 30h2v-1.0h-2z')
    expect(barsPath([0.5], 30, 1, 20)).toBe('M0 30h2v10.0h-2z')
  })

  it('knows the line that is being spoken', () => {
    const lines = [{ at: 1 }, { at: 4 }, { at: 4 }, { at: 9 }]
    expect([0, 1, 3.9, 4, 20].map((seconds) => lineAt(lines, seconds))).toEqual([-1, 0, 0, 2, 3])
  })
})
