import { describe, expect, it } from 'vitest'
import { EXPIRY_REQUIRED } from '#contract/documents/document-reviews.ts'
import { decideReview, type Reviewer, whyNotReview } from '#server/modules/reviews/decide-review.rules.ts'
import {
  documentRules,
  expiryFault,
  type ReviewedDocument,
  repeatsDecision,
  suggestedExpiry,
} from './review-document.rules.ts'

const now = new Date('2026-11-24T10:00:00+11:00')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const jo = { id: 1, name: 'Jo Ng' }
const me = { id: 2, name: 'Me', email: 'me@staff.example', brokerId: null, admin: false }
const OWN = 'This is your own document: somebody else has to review it.'
const REPLACED = 'A newer version was uploaded. Review that one.'
const document: ReviewedDocument = {
  ...{ id: 17, status: 'pending', current: true, claimedBy: null, claimedAt: null },
  owner: { brokerId: 7, userId: 70, email: null },
  ...{ reviewedBy: null, reviewedAt: null, reason: null, expiresOn: null },
}

describe('who may review', () => {
  it.each([
    ['anybody, what nobody has claimed', {}, me, null],
    ['nobody, their own as a broker', {}, { ...me, brokerId: 7 }, OWN],
    ['nobody, what they uploaded themselves', {}, { ...me, id: 70 }, OWN],
    ['another broker’s, who is a broker too', {}, { ...me, brokerId: 8 }, null],
    ['nobody, an older version', { current: false }, me, REPLACED],
    [
      'nobody else, what somebody has claimed',
      { claimedBy: jo, claimedAt: ago(1.9) },
      me,
      'This document is assigned to Jo Ng.',
    ],
    ['anybody, what was claimed and forgotten', { claimedBy: jo, claimedAt: ago(2) }, me, null],
    ['whoever has claimed it', { claimedBy: { id: 2, name: 'Me' }, claimedAt: ago(1) }, me, null],
  ])('%s', (_who, more, reviewer, message) => {
    const before = { ...document, ...more }
    expect(whyNotReview(documentRules, { before, reviewer, now })?.message ?? null).toBe(message)
  })
})

describe('a decision', () => {
  const approved: ReviewedDocument = {
    ...{ ...document, status: 'approved', expiresOn: '2027-06-30' },
    ...{ reviewedBy: jo, reviewedAt: new Date('2026-11-23T23:00:00Z') },
  }
  const rejected: ReviewedDocument = {
    ...approved,
    status: 'rejected',
    expiresOn: null,
    reason: 'Pages are missing',
  }
  const approve = { action: 'approve', expiresOn: '2027-06-30' } as const
  const reject = { action: 'reject', reason: 'Pages are missing' } as const
  type Status = ReviewedDocument['status']
  const decide = (
    before: ReviewedDocument,
    action: 'claim' | 'approve' | 'reject',
    seen?: Status,
    reviewer: Reviewer = me,
  ) => {
    const outcome = decideReview(documentRules, { before, action, reviewer, now, ...(seen && { seen }) })
    return outcome.ok ? outcome.status : outcome.message
  }
  const WORDS = 'Jo Ng approved this document on Tue 24 Nov, 10:00 am AEDT.'
  const WAITS = 'This document is waiting for a decision. Reload it.'
  const REJECTED = WORDS.replace('approved', 'rejected')

  it.each([
    // the document, the status that the reviewer saw, and the results of approving and rejecting
    [document, 'pending', 'approved', 'rejected'],
    [document, 'approved', WAITS, WAITS],
    [document, 'rejected', WAITS, WAITS],
    [approved, 'pending', WORDS, WORDS],
    [approved, 'approved', 'approved', 'rejected'],
    [approved, 'rejected', WORDS, WORDS],
    [rejected, 'pending', REJECTED, REJECTED],
    [rejected, 'approved', REJECTED, REJECTED],
    [rejected, 'rejected', 'approved', 'rejected'],
    [{ ...approved, current: false }, 'approved', REPLACED, REPLACED],
    [{ ...approved, current: false }, 'pending', WORDS, WORDS],
  ] as const)('about $status, where %s was seen: %s, %s', (before, seen, afterApprove, afterReject) => {
    expect(decide(before, 'approve', seen)).toBe(afterApprove)
    expect(decide(before, 'reject', seen)).toBe(afterReject)
    expect(decide(before, 'approve', seen, { ...me, brokerId: 7 })).toBe(OWN)
  })

  // Covers: document-review-expiry-6
  it('is made of what the reviewer has seen, else says who decided what', () => {
    expect(decide(approved, 'reject', 'pending', { ...me, id: jo.id })).toBe(WORDS.replace('Jo Ng', 'You'))
    expect(decide(approved, 'claim')).toBe(WORDS)
    expect(decide(rejected, 'claim')).toBe(REJECTED)
    expect(decide(document, 'claim')).toBe('pending')
  })

  // Covers: document-review-expiry-6
  it('is taken back or corrected by who has seen it, and made once', () => {
    expect(repeatsDecision(approved, { ...reject, seen: 'approved' }, me)).toBeNull()
    expect(repeatsDecision(rejected, { ...approve, seen: 'rejected' }, me)).toBeNull()
    expect(
      repeatsDecision(approved, { ...approve, seen: 'approved', expiresOn: '2027-07-31' }, me),
    ).toBeNull()
    expect(repeatsDecision(rejected, { ...reject, seen: 'rejected', reason: 'Not readable' }, me)).toBeNull()
    expect(repeatsDecision(document, { ...approve, seen: 'pending' }, me)).toBeNull()
    expect(repeatsDecision(approved, { ...approve, seen: 'approved' }, me)?.message).toBe(WORDS)
    expect(repeatsDecision(rejected, { ...reject, seen: 'rejected' }, me)?.code).toBe('conflict')
  })
})

describe('the last day', () => {
  // Covers: document-review-expiry-4
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

  // Covers: document-review-expiry-4
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
