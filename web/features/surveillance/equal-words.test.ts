import { expect, it } from 'vitest'
import { partsOf, wordsOf } from './equal-words.ts'

it('marks the words that both sides have, whatever their case and punctuation', () => {
  const ours = wordsOf(['Isla O’Brien', 'NSW', '2000', null])
  const equal = (text: string): string[] =>
    partsOf(text, ours)
      .filter(({ isEqual }) => isEqual)
      .map(({ text: word }) => word)
  expect(equal('OBRIEN, ISLA GRACE')).toEqual(['OBRIEN,', 'ISLA'])
  expect(equal('Sydney NSW 2000')).toEqual(['NSW', '2000'])
  expect(partsOf('Lee  Ng', new Set()).map(({ text }) => text)).toEqual(['Lee', '  ', 'Ng'])
  expect(equal('–')).toEqual([])
})
