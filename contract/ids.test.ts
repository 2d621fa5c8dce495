import { describe, expect, it } from 'vitest'
import { bodyId, id } from './ids.ts'

describe('an id', () => {
  it.each([
    ['635', 635],
    [635, 635],
    ['1', 1],
    ['2147483647', 2_147_483_647],
  ])('of an address or a form: %j', (given, read) => expect(id.parse(given)).toBe(read))

  it.each([
    ...[true, false, null, undefined, [5], ['635'], { id: 5 }, '', ' ', ' 5', '5 ', '+5', '-5'],
    ...[
      '0',
      '0x10',
      '1e2',
      '5.0',
      '5,0',
      '٥',
      'x',
      1.5,
      0,
      -1,
      Number.NaN,
      2_147_483_648,
      '2147483648',
      '9'.repeat(20),
    ],
  ])('is not %j', (given) => expect(id.safeParse(given).success).toBe(false))

  // Covers: http-conventions-15
  it('of a JSON body is a number', () => {
    expect(bodyId.parse(635)).toBe(635)
    for (const given of ['635', true, ['635'], null]) expect(bodyId.safeParse(given).success).toBe(false)
  })
})
