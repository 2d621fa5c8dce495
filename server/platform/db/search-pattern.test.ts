import { describe, expect, it } from 'vitest'
import { phrasePattern, searchPattern, wordPatterns } from './search-pattern.ts'

describe('what a searched text has to match', () => {
  // Covers: analytics-figures-22
  it.each([
    ['Mei  CHEN', [['%mei%'], ['%chen%']]],
    ['0491 570', [['%491570%']]],
    ['+61 491 570 156', [['%491570156%']]],
    ['040', [['%+6140%']]],
    ['100%', [['%100\\%%']]],
    ['Ng', [['ng%', '% ng%']]],
    ['mei ng', [['%mei%'], ['ng%', '% ng%']]],
    ['—', [[]]],
    ["O’Brien o'b", [['%obrien%'], ['ob%', '% ob%']]],
    ['Smith-Jones', [['%smith jones%']]],
    ['  ', []],
  ])('of %j stands in patterns that trigrams serve', (text, expected) => {
    expect(searchPattern(text)).toEqual(expected)
  })

  it('is a whole phrase, or words that are no numbers', () => {
    expect(phrasePattern(' Call  44 ')).toEqual(['%call 44%'])
    expect(phrasePattern('4_')).toEqual(['4%', '% 4%'])
    expect(wordPatterns('2024 05')).toEqual([['%2024%'], ['05%', '% 05%']])
  })
})
