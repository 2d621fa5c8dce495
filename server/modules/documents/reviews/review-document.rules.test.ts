import { describe, expect, it } from 'vitest'
import { EXPIRY_REQUIRED } from '#contract/document-reviews.ts'
import {
  decidedWords,
  expiryFault,
  OWN_DOCUMENT,
  type Reviewed,
  suggestedExpiry,
  whyNot,
  whyNotDecided,
} from './review-document.rules.ts'

const now = new Date('2026-11-24T10:00:00+11:00')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const jo = { id: 1, name: 'Jo Ng' }
const me = { id: 2, brokerId: null, admin: false }
const document: Reviewed = {
  ...{ status: 'pending', current: true, brokerId: 7, uploadedBy: 70, claimedBy: null, claimedAt: null },
  ...{ reviewedBy: null, reviewedAt: null, reason: null, expiresOn: null },
}

describe('who may review', () => {
  it.each([
    ['anybody, what nobody has in hand', {}, me, null],
    ['nobody, their own as a broker', {}, { ...me, brokerId: 7 }, OWN_DOCUMENT],
    ['nobody, what they uploaded themselves', { uploadedBy: me.id }, me, OWN_DOCUMENT],
    ['another broker’s, who is a broker too', {}, { ...me, brokerId: 8 }, null],
    ['nobody, an older version', { current: false }, me, 'A newer version was uploaded. Review that one.'],
    [
      'nobody else, what somebody has in hand',
      { claimedBy: jo, claimedAt: ago(1.9) },
      me,
      'Jo Ng has this document in hand.',
    ],
    ['anybody, what was forgotten in hand', { claimedBy: jo, claimedAt: ago(2) }, me, null],
    ['whoever has it in hand', { claimedBy: { id: 2, name: 'Me' }, claimedAt: ago(1) }, me, null],
  ] satisfies [
    string,
    Partial<Reviewed>,
    typeof me | { id: number; brokerId: number; admin: boolean },
    string | null,
  ][])('%s', (_who, more, reviewer, message) => {
    expect(whyNot({ ...document, ...more }, reviewer, now)?.message ?? null).toBe(message)
  })
})

describe('a decision', () => {
  const approved: Reviewed = {
    ...{ ...document, status: 'approved', expiresOn: '2027-06-30' },
    ...{ reviewedBy: jo, reviewedAt: new Date('2026-11-23T23:00:00Z') },
  }
  const approve = { action: 'approve', expiresOn: '2027-06-30' } as const
  const reject = { action: 'reject', reason: 'Pages are missing' } as const

  it('is made of what the reviewer has seen, else says who decided what', () => {
    const words = 'Jo Ng has approved this document on Tue 24 Nov, 10:00 am AEDT.'
    expect(whyNotDecided(document, { ...approve, seen: 'pending' }, me)).toBeNull()
    expect(whyNotDecided(approved, { ...reject, seen: 'pending' }, me)).toEqual({
      code: 'conflict',
      message: words,
    })
    expect(decidedWords(approved, { ...me, id: jo.id })).toBe(words.replace('Jo Ng has', 'You have'))
    expect(whyNotDecided(document, { ...approve, seen: 'approved' }, me)?.code).toBe('conflict')
  })

  it('is taken back or corrected by who has seen it, and made once', () => {
    const rejected: Reviewed = { ...approved, status: 'rejected', expiresOn: null, reason: reject.reason }
    expect(whyNotDecided(approved, { ...reject, seen: 'approved' }, me)).toBeNull()
    expect(whyNotDecided(rejected, { ...approve, seen: 'rejected' }, me)).toBeNull()
    expect(whyNotDecided(approved, { ...approve, seen: 'approved', expiresOn: '2027-07-31' }, me)).toBeNull()
    expect(whyNotDecided(rejected, { ...reject, seen: 'rejected', reason: 'Not readable' }, me)).toBeNull()
    expect(whyNotDecided(approved, { ...approve, seen: 'approved' }, me)?.code).toBe('conflict')
    expect(whyNotDecided(rejected, { ...reject, seen: 'rejected' }, me)?.code).toBe('conflict')
  })
})

describe('the last day', () => {
  it.each([
    [null, true, EXPIRY_REQUIRED],
    [null, false, null],
    ['2026-11-23', true, 'This day has passed: a document that has expired cannot be approved'],
    ['2026-11-24', true, null],
    ['2041-11-24', true, null],
    ['2041-11-25', true, 'At most 15 years ahead'],
    ['2027-06-30', false, null],
  ])('%s, where the type ends: %s → %s', (expiresOn, expires, fault) => {
    expect(expiryFault(expiresOn, expires, '2026-11-24')).toBe(fault)
  })

  it.each([
    ['2026-11-24', 12, '2027-11-24'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-11-24', null, null],
  ])('is suggested for an approval on %s, good for %s months: %s', (today, validityMonths, day) => {
    expect(suggestedExpiry({ expires: true, validityMonths }, today)).toBe(day)
    expect(suggestedExpiry({ expires: false, validityMonths }, today)).toBeNull()
  })
})
