import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phrases, speechSeconds, spokenText } from './spoken-text.ts'

describe('spokenText', () => {
  test.each([
    ['Call 0491 570 156 now', 'Call 0 4 9 1, 5 7 0, 1 5 6 now'],
    ['on (02) 5550 1234', 'on 0 2, 5 5 5 0, 1 2 3 4'],
    ['+61491570156', '6 1 4 9 1 5 7 0 1 5 6'],
    ['up to $750,000 at 80% LVR', 'up to $750,000 at 80% LVR'],
    ['5.89% p.a. fixed', '5.89% per annum fixed'],
    ['an AI assistant, 10 am AEDT', 'an A I assistant, 10 am A E D T'],
    ['Coast Pty Ltd, QLD', 'Coast Proprietary Limited, Queensland'],
    ['café – “ok”; you’re <b>on</b>', "cafe, ok , you're b on b"],
    ['你好\u0000', ''],
  ])('reads %j as %j', (text, spoken) => {
    expect(spokenText(text)).toBe(spoken)
  })
})

describe('phrases', () => {
  test('keeps sentences whole and drops what cannot be spoken', () => {
    const sentence = `${'One two three four five. '.repeat(10)}…  ?!`
    expect(phrases(sentence)).toEqual([
      'One two three four five. '.repeat(9).trim(),
      expect.stringMatching(/^One two three four five\./),
    ])
    expect(phrases(' … ?! ')).toEqual([])
  })

  test('bounds every phrase and loses no word', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,90}[.,?]?$/), { maxLength: 120 }), (words) => {
        const pieces = phrases(words.join(' '))
        expect(pieces.every((piece) => piece.length <= 240)).toBe(true)
        expect(pieces.join('').replaceAll(' ', '')).toBe(words.join(''))
      }),
      { seed: 7 },
    )
  })
})

test('speechSeconds is zero for silence and grows with the text', () => {
  expect(speechSeconds(' … ')).toBe(0)
  expect(speechSeconds('Yes.')).toBe(1)
  expect(speechSeconds('For a link by SMS, press 1.')).toBeLessThan(
    speechSeconds('For a link by SMS, press 1. To book a meeting, press 2.'),
  )
})
