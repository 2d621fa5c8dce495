import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applicationStatuses, applicationTransitions } from '#contract/accreditations.ts'
import { type ApplicationDetails, listApplications } from '#contract/applications.ts'
import { claimState, decisionRefusal } from './application-actions.ts'
import { applicationFilters, applicationQuery, isFiltered } from './application-filters.ts'
import { fileText, fullName, likelyBroker, sameText, waitsLong } from './application-words.ts'

const me = { id: 5, isAdmin: false }
const admin = { id: 1, isAdmin: true }
const carla = { id: 9, name: 'Carla Compliance' }
const becomes = { approve: 'approved', request_info: 'info_requested', decline: 'declined' } as const
const decisions = ['approve', 'request_info', 'decline'] as const

describe('the queue', () => {
  it('shows what is open, who waits longest first', () => {
    expect(applicationQuery(applicationFilters)).toEqual({ status: 'open', sort: 'submittedAt' })
    expect(isFiltered(applicationFilters)).toBe(false)
  })
  it('shows all that were submitted, or one status, or mine, the newest first where none waits', () => {
    const all = { ...applicationFilters, status: 'all', claimed: 'mine' }
    expect(applicationQuery(all)).toEqual({ claimed: 'mine', sort: '-submittedAt' })
    expect(applicationQuery({ ...applicationFilters, status: 'declined' }).status).toBe('declined')
    expect(isFiltered(all)).toBe(true)
    expect(isFiltered({ ...all, claimed: '' })).toBe(false)
    expect(isFiltered({ ...applicationFilters, status: 'draft' })).toBe(true)
  })
  it('is always what the contract takes, whatever the address holds', () => {
    const any = fc.string({ maxLength: 40 })
    fc.assert(
      fc.property(fc.record({ q: any, status: any, claimed: any, sort: any }), (filters) => {
        expect(listApplications.query.safeParse(applicationQuery(filters)).success).toBe(true)
      }),
    )
  })
})

describe('a decision', () => {
  it('is offered exactly where the table of transitions has it and nobody else has it in hand', () => {
    for (const status of applicationStatuses) {
      for (const decision of decisions) {
        const may = applicationTransitions[status].includes(becomes[decision])
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
    expect(decisionRefusal(inReview, 'approve', me)).toBe('Carla Compliance has this application in hand.')
    expect(decisionRefusal({ status: 'declined', claimedBy: null }, 'approve', me)).toBe(
      'This application has already been declined.',
    )
  })
})

describe('claiming', () => {
  it('takes what nobody has, and gives back what is mine', () => {
    expect(claimState({ status: 'submitted', claimedBy: null }, me)).toEqual({
      claim: true,
      label: 'Claim',
      refusal: null,
    })
    expect(claimState({ status: 'in_review', claimedBy: { id: 5, name: 'Me' } }, me)).toMatchObject({
      claim: false,
      refusal: null,
    })
  })
  it("leaves a colleague's alone, unless an admin gives it back", () => {
    const theirs = { status: 'in_review', claimedBy: carla } as const
    expect(claimState(theirs, me).refusal).toBe('Carla Compliance has this application in hand.')
    expect(claimState(theirs, admin)).toEqual({
      claim: false,
      label: 'Give back for Carla Compliance',
      refusal: null,
    })
  })
  it('is over with the decision, and not begun with a draft', () => {
    for (const status of ['approved', 'declined', 'draft', 'info_requested'] as const) {
      expect(claimState({ status, claimedBy: null }, me).refusal).not.toBeNull()
    }
    expect(claimState({ status: 'approved', claimedBy: carla }, admin).refusal).toBe(
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
    expect(sameText(['email'])).toBe('Same e-mail')
    expect(sameText(['email', 'phone', 'asicNumber'])).toBe('Same e-mail, phone and ASIC number')
  })
  it('say of a file what it is and how large', () => {
    expect(fileText({ mediaType: 'application/pdf', bytes: 10_485_760 })).toBe('PDF, 10.5 MB')
    expect(fileText({ mediaType: 'image/png', bytes: 120 })).toBe('PNG, 1 kB')
  })
  it('mark who waits for us for more than three days', () => {
    const now = Date.parse('2026-11-24T00:00:00Z')
    const submittedAt = '2026-11-20T00:00:00Z'
    expect(waitsLong({ status: 'submitted', submittedAt }, now)).toBe(true)
    expect(waitsLong({ status: 'info_requested', submittedAt }, now)).toBe(false)
    expect(waitsLong({ status: 'in_review', submittedAt: '2026-11-23T00:00:00Z' }, now)).toBe(false)
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
