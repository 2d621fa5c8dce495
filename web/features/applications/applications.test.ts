import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applicationStatuses } from '#contract/accreditations/accreditations.ts'
import {
  type ApplicationDetails,
  applicationReviewTable,
  listApplications,
} from '#contract/accreditations/applications.ts'
import { claimState, isWaiting, moveRefusal, type Reviewer } from '#web/ui/review/review-desk.ts'
import { applicationDesk } from './application-desk.ts'
import { applicationFilters, applicationQuery, daysMistake, isFiltered } from './application-filters.ts'
import { fileText, fullName, likelyBroker, sameText } from './application-labels.ts'

const me = { id: 5, isAdmin: false }
const admin = { id: 1, isAdmin: true }
const carla = { id: 9, name: 'Carla Compliance' }
const subject = { id: 17, firstName: 'Ann', lastName: 'Ng', email: 'ann@example.com' }
type Given = Pick<ApplicationDetails, 'status' | 'claimedBy'>
const claimOf = (given: Given, reviewer: Reviewer) =>
  claimState(applicationDesk, { ...subject, ...given }, reviewer)
const decisionRefusal = (given: Given, move: (typeof decisions)[number], reviewer: Reviewer) =>
  moveRefusal(applicationDesk, { ...subject, ...given }, { move, reviewer })
const decisions = ['approve', 'request_info', 'decline'] as const

describe('the queue', () => {
  // Covers: staff-screens-microsites-20
  it('shows what waits for a reviewer, who waits longest first', () => {
    expect(applicationQuery(applicationFilters)).toEqual({ status: 'waiting', sort: 'submittedAt' })
    expect(isFiltered(applicationFilters)).toBe(false)
  })
  it('shows all that were submitted, or one status, or mine, the newest first where none waits', () => {
    const all = { ...applicationFilters, status: 'all', claimed: 'mine' }
    expect(applicationQuery(all)).toEqual({ claimed: 'mine', sort: '-submittedAt' })
    expect(applicationQuery({ ...applicationFilters, status: 'declined' }).status).toBe('declined')
    expect(isFiltered(all)).toBe(true)
    expect(isFiltered({ ...all, claimed: '' })).toBe(false)
    expect(isFiltered({ ...applicationFilters, status: 'draft' })).toBe(true)
    expect(applicationQuery({ ...applicationFilters, status: 'open' }).sort).toBe('submittedAt')
  })
  // Covers: analytics-figures-5
  it('is narrowed to what a figure counts: days of submission, campaign and region', () => {
    const of = { from: '2026-11-02', to: '2026-11-24', campaignId: '7', region: 'NSW' }
    const figure = { ...applicationFilters, ...of, status: 'all' }
    expect(applicationQuery(figure)).toEqual({ ...of, campaignId: 7, sort: '-submittedAt' })
    expect(isFiltered(figure)).toBe(true)
    expect(applicationQuery({ ...figure, ...{ from: '0002-11-02', campaignId: 'x', region: 'NZ' } })).toEqual(
      {
        ...{ to: '2026-11-24', sort: '-submittedAt' },
      },
    )
    expect(daysMistake({ ...figure, to: '2026-11-01' })).toBe('The first day is after the last.')
    expect(daysMistake(figure)).toBeNull()
  })
  it('is always what the contract takes, whatever the address holds', () => {
    const any = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('2026-11-02', '7', 'NSW'))
    const keys = Object.fromEntries(Object.keys(applicationFilters).map((key) => [key, any]))
    fc.assert(
      fc.property(fc.record(keys), (filters) => {
        const query = applicationQuery({ ...applicationFilters, ...filters })
        expect(listApplications.query.safeParse(query).success).toBe(true)
      }),
    )
  })
})

describe('a decision', () => {
  // Covers: staff-screens-microsites-21
  it('is offered exactly where the table of moves has it and nobody else has claimed it', () => {
    for (const status of applicationStatuses) {
      for (const decision of decisions) {
        const may = decision in applicationReviewTable[status]
        expect(decisionRefusal({ status, claimedBy: null }, decision, me) === null).toBe(may)
        expect(decisionRefusal({ status, claimedBy: { id: me.id, name: 'Me' } }, decision, me) === null).toBe(
          may,
        )
        expect(decisionRefusal({ status, claimedBy: carla }, decision, admin)).not.toBeNull()
      }
    }
  })
  it('says why not', () => {
    const inReview = { status: 'in_review', claimedBy: carla } as const
    expect(decisionRefusal(inReview, 'approve', me)).toBe('This application is assigned to Carla Compliance.')
    expect(decisionRefusal({ status: 'declined', claimedBy: null }, 'approve', me)).toBe(
      'This application has already been declined.',
    )
  })
})

describe('claiming', () => {
  it('claims what nobody has, and unassigns what is mine', () => {
    expect(claimOf({ status: 'submitted', claimedBy: null }, me)).toEqual({
      claim: true,
      label: 'Claim',
      refusal: null,
    })
    expect(claimOf({ status: 'in_review', claimedBy: { id: 5, name: 'Me' } }, me)).toMatchObject({
      claim: false,
      refusal: null,
    })
  })
  // Covers: staff-screens-documents-4
  it("leaves a colleague's alone, unless an admin unassigns it", () => {
    const theirs = { status: 'in_review', claimedBy: carla } as const
    expect(claimOf(theirs, me).refusal).toBe('This application is assigned to Carla Compliance.')
    expect(claimOf(theirs, admin)).toEqual({
      claim: false,
      label: 'Unassign Carla Compliance',
      refusal: null,
    })
  })
  it('is over with the decision, and not begun with a draft', () => {
    for (const status of ['approved', 'declined', 'draft', 'info_requested'] as const) {
      expect(claimOf({ status, claimedBy: null }, me).refusal).not.toBeNull()
    }
    expect(claimOf({ status: 'approved', claimedBy: carla }, admin).refusal).toBe(
      'This application has already been approved.',
    )
  })
})

describe('the words', () => {
  it('name the applicant, also one who has given no name yet', () => {
    expect(fullName({ firstName: 'Ann', lastName: 'Ng', email: 'ann@example.com' })).toBe('Ann Ng')
    expect(fullName({ firstName: '', lastName: '', email: 'ann@example.com' })).toBe('ann@example.com')
  })
  it('say what is the same', () => {
    expect(sameText(['email'])).toBe('Same email')
    expect(sameText(['email', 'phone', 'asicNumber'])).toBe('Same email, phone and ASIC number')
  })
  it('say of a file what it is and how large', () => {
    expect(fileText({ mediaType: 'application/pdf', bytes: 10_485_760 })).toBe('PDF, 10.0 MB')
    expect(fileText({ mediaType: 'image/png', bytes: 120 })).toBe('PNG, 1 kB')
  })
  it('mark who waits for us, not for what was asked of them', () => {
    const waiting = applicationStatuses.filter((status) => isWaiting(applicationDesk, { status }))
    expect(waiting).toEqual(['submitted', 'in_review'])
  })
})

it('an approval proposes the one broker who is likely the same, and nobody where two are', () => {
  type Match = ApplicationDetails['matches'][number]
  const match = (id: number, same: Match['same']): Match => ({
    ...{ id, same, name: 'Ann', company: null, email: null, phone: null, asicNumber: null },
  })
  expect(likelyBroker([match(1, ['phone']), match(2, ['asicNumber'])])).toBe(2)
  expect(likelyBroker([match(1, ['phone', 'email']), match(2, ['asicNumber'])])).toBeNull()
  expect(likelyBroker([match(1, ['phone'])])).toBeNull()
})
