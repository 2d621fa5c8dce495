import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { plainSigns, smsLength, smsLengthText } from './sms-length.ts'

// Covers: messages-20
describe('the length of an SMS', () => {
  test.each([
    ['', 'GSM-7', 0, 1],
    ['a'.repeat(160), 'GSM-7', 160, 1],
    ['a'.repeat(161), 'GSM-7', 161, 2],
    ['a'.repeat(306), 'GSM-7', 306, 2],
    ['a'.repeat(307), 'GSM-7', 307, 3],
    // two places for each character of the extension table
    ['€'.repeat(80), 'GSM-7', 160, 1],
    ['€'.repeat(81), 'GSM-7', 162, 2],
    ['^{}\\[~]|€\f', 'GSM-7', 20, 1],
    // the escape would be the last of 153 places: it moves to the next part
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 306, 3],
    ['àéèùìòäöüñÅåÆæØøßÉÇΔΩ@£$¥§¿¡', 'GSM-7', 28, 1],
    ['ç', 'UCS-2', 1, 1],
    ['â', 'UCS-2', 1, 1],
    ['`', 'UCS-2', 1, 1],
    ['’', 'UCS-2', 1, 1],
    [`${'é'.repeat(69)}ē`, 'UCS-2', 70, 1],
    [`${'é'.repeat(70)}ē`, 'UCS-2', 71, 2],
    ['字'.repeat(134), 'UCS-2', 134, 2],
    ['字'.repeat(135), 'UCS-2', 135, 3],
    // surrogate pairs take two places
    ['🏠'.repeat(35), 'UCS-2', 70, 1],
    ['🏠'.repeat(36), 'UCS-2', 72, 2],
    // 33 pairs and a half would fill 67 places: the pair moves to the next part
    ['🏠'.repeat(67), 'UCS-2', 134, 3],
    [`a${'🏠'.repeat(66)}`, 'UCS-2', 133, 2],
  ])('%j is %s, %i places, %i segments', (text, encoding, characters, segments) => {
    expect(smsLength(text)).toEqual({ encoding, characters, segments })
  })

  it('never takes fewer segments for more text, nor more than its places allow', () => {
    const unit = fc.constantFrom('a', '€', '字', '🏠', '\n', '[')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 400 }), unit, (text, more) => {
        const { characters, encoding, segments } = smsLength(text)
        expect(smsLength(text + more).segments).toBeGreaterThanOrEqual(segments)
        expect(segments).toBeGreaterThanOrEqual(Math.ceil(characters / (encoding === 'GSM-7' ? 160 : 70)))
      }),
      { seed: 5 },
    )
  })

  it('reads as a sentence', () => {
    expect(smsLengthText('a')).toBe('1 character, sent as 1 SMS')
    expect(smsLengthText('字'.repeat(71))).toBe('71 characters, sent as 2 SMS because of special characters')
  })

  it('is that of GSM-7 where only typographic signs are outside its alphabet', () => {
    const text = plainSigns('“Here’s – the • link…\u00a0now”')
    expect(text).toBe('"Here\'s - the - link... now"')
    expect(smsLength(text).encoding).toBe('GSM-7')
    expect(plainSigns('Zoë & 字')).toBe('Zoë & 字')
  })
})
