import { describe, expect, it } from 'vitest'
import { curvePoints, pairsOf, textOfPairs } from './points-text.ts'

describe('points by value', () => {
  it('are pairs of texts and back', () => {
    expect(pairsOf('0: 100, 1:88 ,')).toEqual([
      ['0', '100'],
      ['1', '88'],
    ])
    expect(textOfPairs(pairsOf('0: 100, 1: 88'))).toBe('0: 100, 1: 88')
  })

  it('keep a pair that was added and not filled in yet', () => {
    expect(pairsOf(textOfPairs([...pairsOf('0: 100'), ['', '']]))).toEqual([
      ['0', '100'],
      ['', ''],
    ])
  })

  it('keep pairs apart whatever is typed into one', () => {
    expect(pairsOf(textOfPairs([['1,5', '8:8']]))).toEqual([['15', '88']])
  })

  it('draw a line over rising values and none otherwise', () => {
    const size = { width: 200, height: 100 }
    expect(curvePoints('0: 100, 1: 88, 2: 0', size)).toBe('0,0 100,12 200,100')
    const lineless = [
      '',
      '0: 100',
      '0: 100, 0: 50',
      '2: 100, 1: 50',
      '0: 100, : ',
      '0: 100, 1: 500',
      '0: 100, x: 5',
    ]
    expect(lineless.map((text) => curvePoints(text, size))).toEqual(lineless.map(() => null))
  })
})
