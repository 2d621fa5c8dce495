import { describe, expect, it } from 'vitest'
import {
  activeClaimant,
  decideReview,
  type Reviewed,
  type Reviewer,
  type ReviewRules,
  waitingStatuses,
  whyNotReview,
} from './decide-review.rules.ts'

const now = new Date('2026-11-24T10:00:00+11:00')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

/** A sample desk: a flagged broker is cleared or sent a question, and one who is cleared may be cleared again. */
type Status = 'flagged' | 'in_review' | 'asked' | 'cleared'
type Decision = 'clear' | 'ask'
const rules: ReviewRules<Status, Decision> = {
  noun: 'broker',
  table: {
    flagged: { claim: 'in_review', unassign: 'flagged', clear: 'cleared', ask: 'asked' },
    in_review: { claim: 'in_review', unassign: 'flagged', clear: 'cleared', ask: 'asked' },
    asked: { unassign: 'asked' },
    cleared: { clear: 'cleared' },
  },
  keepsClaim: true,
  standstill: ({ status }) => ({ code: 'conflict', message: `It is ${status}.` }),
}
const statuses = ['flagged', 'in_review', 'asked', 'cleared'] as const
const moves = ['claim', 'unassign', 'clear', 'ask'] as const

const me: Reviewer = { id: 2, name: 'Me', email: 'me@staff.example', brokerId: null, admin: false }
const jo = { id: 1, name: 'Jo Ng' }
const subject: Reviewed<Status> = {
  ...{ id: 17, status: 'flagged', claimedBy: null, claimedAt: null },
  owner: { brokerId: 7, userId: 70, email: 'ann@example.com' },
}
const ASSIGNED = 'This broker is assigned to Jo Ng.'
const OWN = 'This is your own broker: somebody else has to review it.'

/** The reviewer and the claim. */
const situations = {
  nobody: { claim: {}, reviewer: me },
  mine: { claim: { claimedBy: { id: 2, name: 'Me' }, claimedAt: ago(1) }, reviewer: me },
  'a colleague’s': { claim: { claimedBy: jo, claimedAt: ago(1) }, reviewer: me },
  'a colleague’s, to an admin': {
    claim: { claimedBy: jo, claimedAt: ago(1) },
    reviewer: { ...me, admin: true },
  },
  'a colleague’s, expired': { claim: { claimedBy: jo, claimedAt: ago(2) }, reviewer: me },
  'my own': { claim: {}, reviewer: { ...me, brokerId: 7 } },
} as const satisfies Record<string, { claim: Partial<Reviewed<Status>>; reviewer: Reviewer }>
type Situation = keyof typeof situations

/** → the next status; = nothing changes; else the words of the refusal. In the order of `moves`. */
const expected: Record<Situation, Record<Status, readonly [string, string, string, string]>> = {
  nobody: {
    flagged: ['→ in_review', '= flagged', '→ cleared', '→ asked'],
    in_review: ['→ in_review', '= in_review', '→ cleared', '→ asked'],
    asked: ['It is asked.', '= asked', 'It is asked.', 'It is asked.'],
    cleared: ['It is cleared.', '= cleared', '→ cleared', 'It is cleared.'],
  },
  mine: {
    flagged: ['= in_review', '→ flagged', '→ cleared', '→ asked'],
    in_review: ['= in_review', '→ flagged', '→ cleared', '→ asked'],
    asked: ['It is asked.', '→ asked', 'It is asked.', 'It is asked.'],
    cleared: ['It is cleared.', 'It is cleared.', '→ cleared', 'It is cleared.'],
  },
  'a colleague’s': {
    flagged: [ASSIGNED, ASSIGNED, ASSIGNED, ASSIGNED],
    in_review: [ASSIGNED, ASSIGNED, ASSIGNED, ASSIGNED],
    asked: ['It is asked.', ASSIGNED, 'It is asked.', 'It is asked.'],
    cleared: ['It is cleared.', 'It is cleared.', ASSIGNED, 'It is cleared.'],
  },
  'a colleague’s, to an admin': {
    flagged: [ASSIGNED, '→ flagged', ASSIGNED, ASSIGNED],
    in_review: [ASSIGNED, '→ flagged', ASSIGNED, ASSIGNED],
    asked: ['It is asked.', '→ asked', 'It is asked.', 'It is asked.'],
    cleared: ['It is cleared.', 'It is cleared.', ASSIGNED, 'It is cleared.'],
  },
  'a colleague’s, expired': {
    flagged: ['→ in_review', '= flagged', '→ cleared', '→ asked'],
    in_review: ['→ in_review', '= in_review', '→ cleared', '→ asked'],
    // where no reviewer is waited for a claim stays
    asked: ['It is asked.', ASSIGNED, 'It is asked.', 'It is asked.'],
    cleared: ['It is cleared.', 'It is cleared.', ASSIGNED, 'It is cleared.'],
  },
  'my own': {
    flagged: [OWN, '= flagged', OWN, OWN],
    in_review: [OWN, '= in_review', OWN, OWN],
    asked: [OWN, '= asked', OWN, OWN],
    cleared: [OWN, '= cleared', OWN, OWN],
  },
}

describe('a move', () => {
  const cases = (Object.keys(situations) as Situation[]).flatMap((situation) =>
    statuses.flatMap((status) =>
      moves.map((action, index) => ({
        situation,
        status,
        action,
        words: expected[situation][status][index],
      })),
    ),
  )
  it.each(cases)('$action of what is $status, $situation: $words', ({ situation, status, action, words }) => {
    const { claim, reviewer } = situations[situation]
    const before = { ...subject, ...claim, status }
    const outcome = decideReview(rules, { before, action, reviewer, now })
    expect(outcome.ok ? `${outcome.changed ? '→' : '='} ${outcome.status}` : outcome.message).toBe(words)
  })

  it('begins a claim, begins it anew, and ends it', () => {
    const move = (before: Reviewed<Status>, action: 'claim' | 'unassign' | 'clear') =>
      decideReview(rules, { before, action, reviewer: me, now })
    const mine = { claimedBy: { id: 2, name: 'Me' }, claimedAt: now }
    expect(move(subject, 'claim')).toMatchObject({ ...mine, changed: true })
    expect(move({ ...subject, ...situations.mine.claim }, 'claim')).toMatchObject({ ...mine, changed: false })
    expect(move({ ...subject, ...mine }, 'unassign')).toMatchObject({ claimedBy: null, claimedAt: null })
  })

  it('leaves the claim to who decided, or ends it, as the desk wants', () => {
    const of = (keepsClaim: boolean) =>
      decideReview({ ...rules, keepsClaim }, { before: subject, action: 'ask', reviewer: me, now })
    expect(of(true)).toMatchObject({ claimedBy: { id: 2 }, claimedAt: now })
    expect(of(false)).toMatchObject({ claimedBy: null, claimedAt: null })
  })

  it('is made of the status that was seen, where one is named', () => {
    const seeing = (seen: Status) =>
      decideReview(rules, { before: subject, action: 'clear', seen, reviewer: me, now })
    expect(seeing('flagged').ok).toBe(true)
    expect(seeing('cleared')).toMatchObject({ ok: false, code: 'conflict', message: 'It is flagged.' })
  })

  it('is made of nothing that something newer has taken the place of', () => {
    const replaced = { ...rules, superseded: () => 'There is a newer one.' }
    for (const action of ['claim', 'clear', 'ask'] as const) {
      const outcome = decideReview(replaced, { before: subject, action, reviewer: me, now })
      expect(outcome).toMatchObject({ ok: false, message: 'There is a newer one.' })
    }
  })
})

describe('who may review', () => {
  it.each([
    ['what belongs to the broker that they are', { brokerId: 7 }, OWN],
    ['what they sent as a user', { id: 70 }, OWN],
    ['what came from their address', { email: 'Ann@Example.com' }, OWN],
    ['what belongs to others', { brokerId: 8 }, null],
  ])('%s', (_what, who, message) => {
    const refusal = whyNotReview(rules, { before: subject, reviewer: { ...me, ...who }, now })
    expect(refusal?.message ?? null).toBe(message)
  })

  it('what belongs to nobody is nobody’s own', () => {
    const before = { ...subject, owner: { brokerId: null, userId: null, email: null } }
    expect(whyNotReview(rules, { before, reviewer: me, now })).toBeNull()
  })
})

describe('a claim', () => {
  it.each([
    ['flagged', 1.99, jo],
    ['flagged', 2, null],
    ['in_review', 2, null],
    ['asked', 48, jo],
    ['cleared', 48, jo],
  ] as const)('of what is %s, %s hours ago: %o', (status, hours, claimant) => {
    const claim = { status, claimedBy: jo, claimedAt: ago(hours) }
    expect(activeClaimant(rules, claim, now)).toEqual(claimant)
  })

  it('can be made of what waits for a reviewer', () => {
    expect(waitingStatuses(rules)).toEqual(['flagged', 'in_review'])
  })
})
