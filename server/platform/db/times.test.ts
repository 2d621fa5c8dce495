import { types } from 'pg'
import { describe, expect, it } from 'vitest'
import { isoTime, readTimesQuickly } from './times.ts'

const TIMESTAMPTZ = 1184
const read = (text: string) => types.getTypeParser(TIMESTAMPTZ)(text) as unknown
readTimesQuickly()

describe('a time that the database writes', () => {
  it.each([
    ['2026-11-24 01:00:00+00', '2026-11-24T01:00:00.000Z'],
    ['2026-11-24 01:00:00.2+00', '2026-11-24T01:00:00.200Z'],
    ['2026-11-24 01:00:00.25+00', '2026-11-24T01:00:00.250Z'],
    ['2026-11-24 01:00:00.123456+00', '2026-11-24T01:00:00.123Z'],
    ['2026-02-28 23:59:59.9999+00', '2026-02-28T23:59:59.999Z'],
    ['2026-11-24 12:00:00+11', '2026-11-24T01:00:00.000Z'],
    ['2026-11-24 10:30:00.5+09:30', '2026-11-24T01:00:00.500Z'],
    ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
    ['0099-01-01 00:00:00+00', '0099-01-01T00:00:00.000Z'],
    ['12026-11-24 01:00:00+00', '+012026-11-24T01:00:00.000Z'],
  ])('is read from %s', (text, iso) => {
    expect((read(text) as Date).toISOString()).toBe(iso)
    expect(isoTime(text)).toBe(iso)
  })

  it('may be no time of any calendar', () => {
    expect(read('infinity')).toBe(Infinity)
    expect(read('-infinity')).toBe(-Infinity)
  })
})
