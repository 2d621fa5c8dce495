import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.rules.ts'
import { commitmentOf, contentOf } from './commitment.rules.ts'

describe('the content of a sealed row', () => {
  it('is canonical JSON as in RFC 8785', () => {
    const row = { '\u20ac': 'Euro', '\r': 1, a: [56, { d: true, c: null }], '\ud83d\ude00': 1e30, '1': 4.5 }
    expect(canonicalJson(row)).toBe('{"\\r":1,"1":4.5,"a":[56,{"c":null,"d":true}],"€":"Euro","😀":1e+30}')
    expect(contentOf('audit', '{"id": 7, "at": "2026-11-24"}')).toBe(
      '{"format":1,"row":{"at":"2026-11-24","id":7},"source":"audit"}',
    )
  })

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (row) => {
        const turned = Object.fromEntries(Object.entries(row).reverse())
        expect(canonicalJson(turned)).toBe(canonicalJson(row))
        expect(JSON.parse(canonicalJson(row))).toEqual(JSON.parse(JSON.stringify(row)))
      }),
      { seed: 8785 },
    )
  })

  it('has a hash that its salt hides', () => {
    const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    expect(commitmentOf(one, 'content')).not.toEqual(commitmentOf(other, 'content'))
    expect(commitmentOf(one, 'content')).toEqual(commitmentOf(one, 'content'))
  })
})
