import { describe, expect, it } from 'vitest'
import { dueRequirementNotice, isRequiredOn, PAST_DAY, requiredFromOf } from './newly-required.rules.ts'

const TODAY = '2026-11-24'
const wanted = { required: true, retiredAt: null }

describe('a required type', () => {
  it.each([
    [null, true],
    ['2026-11-23', true],
    ['2026-11-24', true],
    ['2026-11-25', false],
  ] as const)('that counts from %s is required today: %s', (requiredFrom, required) => {
    expect(isRequiredOn({ ...wanted, requiredFrom }, TODAY)).toBe(required)
    expect(isRequiredOn({ required: false, retiredAt: null, requiredFrom }, TODAY)).toBe(false)
    expect(isRequiredOn({ required: true, retiredAt: new Date(), requiredFrom }, TODAY)).toBe(false)
  })
})

describe('the day from which a type counts', () => {
  const decide = (changes: Partial<Parameters<typeof requiredFromOf>[0]>) =>
    requiredFromOf({
      ...{ before: null, after: wanted, given: undefined, concerned: 3, today: TODAY },
      ...changes,
    })

  it('is thirty days ahead where accredited brokers lack it and nobody says otherwise', () => {
    expect(decide({})).toEqual({ ok: true, day: '2026-12-24' })
    const optional = { required: false, retiredAt: null, requiredFrom: null }
    const retired = { required: true, retiredAt: new Date(), requiredFrom: null }
    for (const before of [optional, retired])
      expect(decide({ before })).toEqual({ ok: true, day: '2026-12-24' })
  })

  it('is at once where it concerns nobody, or where somebody says so', () => {
    expect(decide({ concerned: 0 })).toEqual({ ok: true, day: null })
    expect(decide({ given: null })).toEqual({ ok: true, day: null })
    expect(decide({ given: TODAY })).toEqual({ ok: true, day: TODAY })
  })

  it('stays as it is with any other change', () => {
    for (const requiredFrom of [null, '2026-12-31', '2026-11-01'])
      expect(decide({ before: { ...wanted, requiredFrom } })).toEqual({ ok: true, day: requiredFrom })
    const before = { ...wanted, requiredFrom: '2026-11-01' }
    expect(decide({ before, given: '2026-11-01' })).toEqual({ ok: true, day: '2026-11-01' })
  })

  it('cannot lie in the past, and is none where the type is optional', () => {
    expect(decide({ given: '2026-11-23' })).toEqual({ ok: false, message: PAST_DAY })
    const after = { required: false, retiredAt: null }
    expect(decide({ after, given: '2027-01-01' })).toEqual({ ok: true, day: null })
  })
})

it.each([
  ['2027-06-01', null],
  ['2026-12-25', null],
  ['2026-12-24', 30],
  ['2026-12-10', 30],
  ['2026-12-08', 14],
  ['2026-11-28', 14],
  ['2026-11-27', 3],
  ['2026-11-25', 3],
  ['2026-11-24', null],
  ['2026-11-20', null],
] as const)('of a type that counts from %s the notice of %s days is due', (day, notice) => {
  expect(dueRequirementNotice(day, TODAY)).toBe(notice)
})
