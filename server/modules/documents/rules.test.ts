import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentStatuses } from '#contract/documents/documents.ts'
import { figuresOf, goodVersion, hasExpired, isGood, type Verdict } from './rules.ts'

const TODAY = '2026-11-24'
const pending: Verdict = { status: 'pending', expiresOn: null }
const rejected: Verdict = { status: 'rejected', expiresOn: null }
const endless: Verdict = { status: 'approved', expiresOn: null }
const until = (expiresOn: string): Verdict => ({ status: 'approved', expiresOn })

describe('a document', () => {
  it.each<[string, Verdict, boolean, boolean]>([
    ['pending', pending, false, false],
    ['rejected', rejected, false, false],
    ['approved without an end', endless, true, false],
    ['approved until tomorrow', until('2026-11-25'), true, false],
    ['approved until today', until(TODAY), true, false],
    ['approved until yesterday', until('2026-11-23'), false, true],
    ['approved until the same day of last year', until('2025-11-24'), false, true],
  ])('that is %s', (_name, version, good, expired) => {
    expect([isGood(version, TODAY), hasExpired(version, TODAY)]).toEqual([good, expired])
  })
})

describe('of several versions, newest first,', () => {
  // Covers: documents-accreditation-14
  it.each<[string, Verdict[], number | null]>([
    ['none counts where there is none', [], null],
    ['the only one counts when it is good', [endless], 0],
    ['the one before counts while its renewal waits', [pending, until('2026-12-01')], 1],
    ['the one before counts when its renewal was rejected', [rejected, until(TODAY)], 1],
    ['an older one counts behind several rejected ones', [rejected, rejected, pending, endless], 3],
    ['none counts once the one before has ended', [pending, until('2026-11-23')], null],
    ['the newest good one counts', [until('2027-01-01'), endless], 0],
    ['one that has ended hides no older good one', [until('2026-01-01'), until('2027-01-01')], 1],
    ['none counts where all were rejected', [rejected, rejected], null],
  ])('%s', (_name, versions, index) => {
    expect(goodVersion(versions, TODAY)).toBe(index === null ? undefined : versions[index])
  })
})

describe('the figures', () => {
  const need = (...versions: Verdict[]) => ({ required: true, versions })
  const other = (...versions: Verdict[]) => ({ required: false, versions })

  // Covers: documents-accreditation-13
  it('are nought, not a division by nought, where nothing is needed', () => {
    const none = { percent: 0, required: 0, fulfilled: 0, remaining: 0, pending: 0, approved: 0, rejected: 0 }
    expect(figuresOf([], TODAY)).toEqual(none)
    expect(figuresOf([other(endless)], TODAY)).toEqual({ ...none, approved: 1 })
  })

  // Covers: documents-accreditation-13
  it.each([
    [1, 3, 33],
    [2, 3, 67],
    [1, 8, 13],
    [5, 8, 63],
    [7, 8, 88],
    [8, 8, 100],
  ])('of %i of %i needed types are %i percent', (fulfilled, required, percent) => {
    const types = Array.from({ length: required }, (_, index) => (index < fulfilled ? need(endless) : need()))
    expect(figuresOf(types, TODAY)).toMatchObject({
      percent,
      fulfilled,
      required,
      remaining: required - fulfilled,
    })
  })

  it('count the newest of each type, an ended one as neither approved nor anything else', () => {
    const types = [
      need(pending, endless),
      need(rejected),
      need(until('2026-01-01')),
      other(endless),
      other(pending),
      need(),
    ]
    expect(figuresOf(types, TODAY)).toEqual({
      percent: 25,
      required: 4,
      fulfilled: 1,
      remaining: 3,
      pending: 2,
      approved: 1,
      rejected: 1,
    })
  })

  it('hold together for any documents', () => {
    const verdict = fc.record({
      status: fc.constantFrom(...documentStatuses),
      expiresOn: fc.constantFrom(null, '2026-11-23', TODAY, '2027-01-31'),
    })
    const type = fc.record({ required: fc.boolean(), versions: fc.array(verdict, { maxLength: 4 }) })
    fc.assert(
      fc.property(fc.array(type, { maxLength: 12 }), (types) => {
        const { percent, required, fulfilled, remaining, pending, approved, rejected } = figuresOf(
          types,
          TODAY,
        )
        expect(fulfilled + remaining).toBe(required)
        expect(percent >= 0 && percent <= 100).toBe(true)
        expect(percent === 100).toBe(required > 0 && remaining === 0)
        expect(pending + approved + rejected).toBeLessThanOrEqual(types.length)
      }),
      { seed: 20_261_124 },
    )
  })
})
