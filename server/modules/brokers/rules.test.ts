import { describe, expect, test } from 'vitest'
import { basisAfter, contactOf, recordsConsent } from './rules.ts'

const now = new Date('2026-11-21T02:00:00Z')
const before = { callBasis: 'express', callBasisSource: 'Form', callBasisAt: new Date('2026-01-01') } as const

describe('the basis of calls', () => {
  // Covers: brokers-5
  test('is a relationship from now on unless chosen', () => {
    expect(basisAfter(null, {}, now)).toEqual({
      ok: true,
      value: { callBasis: 'relationship', callBasisSource: null, callBasisAt: now },
    })
  })

  // Covers: brokers-5
  test('express consent needs its source, also when it is taken over from another basis', () => {
    const relationship = { ...before, callBasis: 'relationship' } as const
    expect(basisAfter(null, { callBasis: 'express' }, now)).toMatchObject({ ok: false })
    expect(basisAfter(relationship, { callBasis: 'express' }, now)).toMatchObject({ ok: false })
    expect(basisAfter(before, { callBasisSource: null }, now)).toMatchObject({ ok: false })
    expect(basisAfter(before, {}, now)).toEqual({ ok: true, value: before })
  })

  test.each([
    ['2026-11-21', now],
    ['2026-11-20', new Date('2026-11-19T13:00:00Z')],
    ['2026-11-20T10:00:00+11:00', new Date('2026-11-19T23:00:00Z')],
  ])('a consent of %s', (callBasisAt, at) => {
    const after = basisAfter(null, { callBasis: 'express', callBasisSource: 'Mail', callBasisAt }, now)
    expect(after).toMatchObject({ ok: true, value: { callBasisAt: at } })
  })

  test('a day to come is refused; none has no date', () => {
    expect(basisAfter(null, { callBasisAt: '2026-11-22' }, now)).toMatchObject({ ok: false })
    expect(basisAfter(before, { callBasis: 'none' }, now)).toMatchObject({
      value: { callBasisAt: null, callBasisSource: null },
    })
  })

  test('a consent is recorded when it is new or has a new date', () => {
    expect(recordsConsent(before, before)).toBe(false)
    expect(recordsConsent(before, { ...before, callBasisAt: now })).toBe(true)
    expect(recordsConsent(null, before)).toBe(true)
    expect(recordsConsent(null, { ...before, callBasis: 'none' })).toBe(false)
  })
})

test('a stored number is not judged again, the zone always is', () => {
  const contact = { phone: '+64211234567', region: 'WA', postcode: null } as const
  const value = { phone: '+64211234567', timezone: 'Australia/Perth' }
  expect(contactOf(undefined, contact)).toEqual({ ok: true, value })
  expect(contactOf('+64211234567', contact)).toEqual({ ok: true, value })
  expect(contactOf('+64 21 123 4568', contact)).toMatchObject({ ok: false })
})
