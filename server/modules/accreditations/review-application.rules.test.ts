import { describe, expect, it } from 'vitest'
import { applicationStatuses } from '#contract/accreditations/accreditations.ts'
import { decideReview } from '#server/modules/reviews/decide-review.rules.ts'
import { applicationRules, certainMatch, decisionTable } from './review-application.rules.ts'

const now = new Date('2026-11-24T10:00:00+11:00')
const me = { id: 2, name: 'Me', email: 'me@staff.example', brokerId: null, admin: false }
const application = {
  ...{ id: 17, claimedBy: null, claimedAt: null },
  owner: { brokerId: null, userId: null, email: 'ann@example.com' },
}
const ASSIGNED = 'This application is assigned to Jo Ng.'

const DRAFT = 'This application is a draft: it has not been submitted yet.'
const ASKED = 'The applicant was asked for more information: wait for the reply.'
const APPROVED = 'This application has already been approved.'
const DECLINED = 'This application has already been declined.'
const moves = ['claim', 'approve', 'request_info', 'decline'] as const
const open = ['in_review', 'approved', 'info_requested', 'declined']
/** The result of each move, in the order of `moves`. */
const expected = {
  draft: [DRAFT, DRAFT, DRAFT, DRAFT],
  submitted: open,
  in_review: open,
  info_requested: [ASKED, ASKED, ASKED, ASKED],
  approved: [APPROVED, APPROVED, APPROVED, APPROVED],
  declined: [DECLINED, DECLINED, DECLINED, DECLINED],
}

describe('an application', () => {
  it.each(
    applicationStatuses.flatMap((status) =>
      moves.map((action, index) => ({ status, action, words: expected[status][index] ?? '' })),
    ),
  )('that is $status, $action: $words', ({ status, action, words }) => {
    const before = { ...application, status }
    const decide = (more: object, reviewer = me) => {
      const outcome = decideReview(applicationRules, {
        before: { ...before, ...more },
        action,
        reviewer,
        now,
      })
      return outcome.ok ? outcome.status : outcome.message
    }
    expect(decide({})).toBe(words)
    expect(decide({ claimedBy: { id: 2, name: 'Me' }, claimedAt: now })).toBe(words)
    const isOpen = expected[status] === open
    expect(decide({ claimedBy: { id: 1, name: 'Jo Ng' }, claimedAt: now })).toBe(isOpen ? ASSIGNED : words)
    const own = 'This is your own application: somebody else has to review it.'
    expect(decide({}, { ...me, email: 'ANN@example.com' })).toBe(own)
  })

  it('is told as what it becomes', () => {
    for (const action of ['approve', 'request_info', 'decline'] as const) {
      const before = { ...application, status: 'submitted' as const }
      const outcome = decideReview(applicationRules, { before, action, reviewer: me, now })
      expect(outcome).toMatchObject({ ok: true, status: decisionTable[action].status })
    }
  })
})

describe('the broker who is certainly meant', () => {
  const alike = (id: number, ...same: ('email' | 'phone' | 'asicNumber')[]) => ({ id, same })
  it.each([
    ['nobody alike', [], null],
    ['one with the email address', [alike(3, 'email')], 3],
    [
      'one with the ASIC number, beside a colleague with the phone',
      [alike(3, 'asicNumber'), alike(4, 'phone')],
      3,
    ],
    ['one with the phone alone', [alike(4, 'phone')], null],
    ['two with the email address', [alike(3, 'email'), alike(4, 'email', 'phone')], null],
  ])('%s', (_what, brokers, id) => {
    expect(certainMatch(brokers)).toBe(id)
  })
})
