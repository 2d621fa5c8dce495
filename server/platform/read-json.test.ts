import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonLimits, JsonRefused, readJson, readJsonOrNull } from './read-json.ts'

const limits: JsonLimits = { depth: 64, values: 20_000 }
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)

describe('JSON from outside', () => {
  it('is read as JSON.parse reads it, within the limits', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8, noUnicodeString: false } as object), (text) => {
        const parsed: unknown = JSON.parse(text)
        if (/__proto__/.test(text)) return
        expect(readJson(text, limits)).toEqual(parsed)
      }),
    )
  })

  it.each([64, 63, 1])('is read where it is nested %i deep', (depth) => {
    expect(JSON.stringify(readJson(nested(depth), limits))).toBe(nested(depth))
  })

  // Covers: analytics-figures-24
  it.each([65, 10_000, 500_000])('is refused where it is nested %i deep', (depth) => {
    expect(() => readJson(nested(depth), limits)).toThrow(new JsonRefused('depth'))
    expect(() => readJson('{"a":'.repeat(depth), limits)).toThrow(new JsonRefused('depth'))
  })

  it.each([
    ['elements', JSON.stringify(Array.from({ length: 20_001 }, () => 0))],
    ['keys', JSON.stringify(Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`k${n}`, 0])))],
    ['empty lists', `[${'[],'.repeat(20_001)}[]]`],
  ])('is refused with too many %s', (_what, text) => {
    expect(() => readJson(text, limits)).toThrow(new JsonRefused('values'))
  })

  it('does not count brackets and commas within texts', () => {
    const texts = [`${'[,{'.repeat(50_000)}`, 'a "quoted" \\ [[[', '\\\\"[', '\\']
    expect(readJson(JSON.stringify(texts), limits)).toEqual(texts)
  })

  it('of a text that never ends is no JSON', () => {
    expect(() => readJson('["abc\\"', limits)).toThrow(SyntaxError)
    expect(readJsonOrNull('["abc\\"', limits)).toBeNull()
    expect(readJsonOrNull(nested(65), limits)).toBeNull()
  })

  // Covers: analytics-figures-24
  it.each([
    '{"__proto__": {"admin": true}, "a": 1}',
    '{"\\u005f_proto\\u005F_": {"admin": true}, "a": 1}',
  ])('drops a key that stands for the prototype: %s', (text) => {
    const read = readJson(text, limits) as Record<string, unknown>
    expect([Object.keys(read), read.admin, Object.getPrototypeOf(read)]).toEqual([
      ['a'],
      undefined,
      Object.prototype,
    ])
  })
})
