import { describe, expect, test } from 'vitest'
import { STRICT } from '#server/calendar/legal-hours.ts'
import { DELIVERED } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { callingWindow } from './calling-window.rules.ts'
import { type CallDecision, decide, decideTogether } from './decide.rules.ts'
import type { CallFacts, CallPolicy } from './facts.rules.ts'

const policy: CallPolicy = {
  window: callingWindow(
    {
      days: ['1', '2', '3', '4', '5'],
      start: '09:00',
      end: '17:00',
      zone: 'Australia/Sydney',
      respectLocalTime: true,
    },
    STRICT,
  ),
  hours: STRICT,
  law: DELIVERED,
  provider: { name: 'simulator', simulated: true },
  dataVersions: { holidays: 'test' },
  leadMs: 0,
  bestHours: null,
  budgetUsed: null,
}
const live: CallPolicy = { ...policy, provider: { name: 'vapi', simulated: false } }

// Tuesday noon in Sydney
const now = new Date('2026-11-24T12:00:00+11:00')

const mobile: CallFacts['number'] = {
  e164: '+61491570156',
  kind: 'mobile',
  australian: true,
  fictitious: true,
}
const facts = (changes: Partial<CallFacts> = {}): CallFacts => ({
  brokerId: 1,
  place: { region: 'NSW', zone: 'Australia/Sydney' },
  suspendedAt: null,
  held: null,
  heldOut: false,
  hoursArm: null,
  waitsUntil: null,
  requested: null,
  callBasis: 'relationship',
  callBasisAt: null,
  number: mobile,
  suppression: null,
  wash: null,
  numberDials: [],
  campaignDials: [],
  numberTakenBy: null,
  ...changes,
})
const dial = (
  at: string,
  outcome: 'no_answer' | 'human' | 'invalid_number' | 'provider_fault' | null,
  callId = 1,
) => ({
  callId,
  at,
  outcome,
})
const codes = (decision: CallDecision) => decision.reasons.map(({ code }) => code)

// Covers: called-when-1
test('a broker with a relationship inside the hours is called', () => {
  const decision = decide(facts(), policy, now)
  expect(decision).toMatchObject({ verdict: 'call', notBefore: null, dataVersions: { holidays: 'test' } })
  expect(decision.reasons[0]?.text).toBe(
    'May be called (existing relationship), inside calling hours in Sydney, dial 1 of 3 in this campaign.',
  )
})

describe('never', () => {
  const listed = { listed: true, washedOn: '2026-11-20' }
  const clean = (washedOn: string) => ({ listed: false, washedOn })
  // Covers: called-when-2, called-when-3
  test.each<[string, Partial<CallFacts>, string[]]>([
    ['suppressed', { suppression: { source: 'key', since: '2026-11-01T00:00:00Z' } }, ['opted_out']],
    [
      'suppressed, even with express consent',
      {
        suppression: { source: 'manual', since: '2026-11-01T00:00:00Z' },
        callBasis: 'express',
        callBasisAt: '2026-11-10T00:00:00Z',
      },
      ['opted_out'],
    ],
    ['no basis, never washed', { callBasis: 'none' }, ['no_basis']],
    ['no basis, wash of 31 days ago', { callBasis: 'none', wash: clean('2026-10-24') }, ['no_basis']],
    ['no basis, listed', { callBasis: 'none', wash: listed }, ['do_not_call']],
    ['relationship, listed', { wash: listed }, ['do_not_call']],
    [
      'business number, listed long ago',
      { callBasis: 'business_number', wash: { listed: true, washedOn: '2025-01-01' } },
      ['do_not_call'],
    ],
    ['express without a date, listed', { callBasis: 'express', wash: listed }, ['do_not_call']],
    ['suspended', { suspendedAt: '2026-11-02T00:00:00Z' }, ['suspended']],
    ['no number', { number: null }, ['invalid_number']],
    [
      'foreign',
      { number: { e164: '+64211234567', kind: 'foreign', australian: false, fictitious: false } },
      ['outside_australia'],
    ],
    ...(['mobile', 'fixed', 'foreign'] as const).map((kind): [string, Partial<CallFacts>, string[]] => [
      `abroad, though of the kind ${kind}`,
      { number: { e164: '+64211234567', kind, australian: false, fictitious: false } },
      ['outside_australia'],
    ]),
    [
      'foreign, though it begins like ours',
      { number: { e164: '+61255501234', kind: 'foreign', australian: true, fictitious: true } },
      ['outside_australia'],
    ],
    [
      'abroad and invalid',
      { number: { e164: '+642', kind: 'invalid', australian: false, fictitious: false } },
      ['invalid_number'],
    ],
    ['reached', { campaignDials: [dial('2026-11-02T00:00:00Z', 'human')] }, ['already_reached']],
    ['shared', { numberTakenBy: 7 }, ['duplicate_number']],
    [
      'three dials in the campaign, faults included',
      {
        campaignDials: [
          dial('2026-11-20T00:00:00Z', 'no_answer'),
          dial('2026-11-19T00:00:00Z', 'provider_fault'),
          dial('2026-11-18T00:00:00Z', 'no_answer'),
        ],
      },
      ['called_too_often'],
    ],
    [
      'several reasons, in the order of the contract',
      {
        suppression: { source: 'sms_stop', since: '2026-11-01T00:00:00Z' },
        callBasis: 'none',
        suspendedAt: '2026-11-02T00:00:00Z',
      },
      ['opted_out', 'no_basis', 'suspended'],
    ],
  ])('%s', (_, changes, expected) => {
    const decision = decide(facts(changes), policy, now)
    expect(decision.verdict).toBe('never')
    expect(codes(decision)).toEqual(expected)
  })

  // Covers: called-when-4
  test.each([
    'voip',
    'premium',
    'tollfree',
    'shared',
    'short',
    'emergency',
    'invalid',
  ] as const)('number kind %s', (kind) => {
    const decision = decide(
      facts({ number: { e164: '+61131444', kind, australian: true, fictitious: false } }),
      policy,
      now,
    )
    expect(codes(decision)).toEqual(['invalid_number'])
  })

  test.each([
    ['key', 'Opted out by pressing 4 in a call on Sun 1 Nov 2026.'],
    ['voice', 'Opted out by voice in a call on Sun 1 Nov 2026.'],
    ['sms_stop', 'Opted out by SMS on Sun 1 Nov 2026.'],
    ['manual', 'Put on the suppression list by staff on Sun 1 Nov 2026.'],
    ['a source of later versions', 'Suppressed on Sun 1 Nov 2026.'],
  ])('says how the number was suppressed: %s', (source, text) => {
    const decision = decide(facts({ suppression: { source, since: '2026-11-01T00:00:00Z' } }), policy, now)
    expect(decision.reasons[0]?.text).toBe(text)
  })

  // Covers: called-when-5
  test('the simulator calls only fictitious numbers, a live provider none of them', () => {
    const real = facts({
      number: { e164: '+61412345678', kind: 'mobile', australian: true, fictitious: false },
    })
    expect(codes(decide(real, policy, now))).toEqual(['not_fictitious'])
    expect(decide(real, live, now).verdict).toBe('call')
    expect(codes(decide(facts(), live, now))).toEqual(['invalid_number'])
  })
})

test.each<[string, Partial<CallFacts>]>([
  ['no basis, washed 30 days ago', { callBasis: 'none', wash: { listed: false, washedOn: '2026-10-26' } }],
  [
    'listed, with a dated express consent',
    {
      callBasis: 'express',
      callBasisAt: '2026-11-01T00:00:00Z',
      wash: { listed: true, washedOn: '2026-11-20' },
    },
  ],
  ['a fixed line', { number: { e164: '+61255501234', kind: 'fixed', australian: true, fictitious: true } }],
  [
    'dials that do not count',
    {
      numberDials: [
        dial('2026-11-24T00:00:00Z', 'invalid_number'),
        dial('2026-11-24T00:10:00Z', 'provider_fault'),
      ],
    },
  ],
  [
    'a dial of 31 days ago beside two',
    {
      numberDials: ['2026-11-23', '2026-11-20', '2026-10-24'].map((day) =>
        dial(`${day}T00:00:00Z`, 'no_answer'),
      ),
    },
  ],
])('call: %s', (_, changes) => {
  expect(decide(facts(changes), policy, now).verdict).toBe('call')
})

// Covers: called-when-11, decision-call-eligibility
test('three dials to a number in 30 days, in whatever campaigns, are the most', () => {
  const dials = ['2026-11-20', '2026-11-10', '2026-10-26'].map((day) => dial(`${day}T02:00:00Z`, 'human'))
  expect(codes(decide(facts({ numberDials: dials }), policy, now))).toEqual(['called_too_often'])
})

// Covers: called-when-11
test('one dial a calendar day at the broker’s place, in flight or finished', () => {
  for (const outcome of ['human', null] as const) {
    const decision = decide(facts({ numberDials: [dial('2026-11-23T22:00:00Z', outcome)] }), policy, now)
    expect(decision).toMatchObject({ verdict: 'later', notBefore: new Date('2026-11-25T09:00:00+11:00') })
    expect(codes(decision)).toEqual(['called_today'])
  }
  expect(decide(facts({ numberDials: [dial('2026-11-23T05:00:00Z', 'human')] }), policy, now).verdict).toBe(
    'call',
  )
})

test('a dial dated ahead of the clock, as after a restart of the simulated one, uses up today', () => {
  const ahead = decide(facts({ numberDials: [dial('2026-12-03T01:00:00Z', 'human')] }), policy, now)
  expect(ahead.verdict).toBe('later')
  expect(codes(ahead)).toEqual(['called_today'])
})

test('a retry waits for another day and the other half', () => {
  const morning = dial('2026-11-23T10:00:00+11:00', 'no_answer')
  const decision = decide(facts({ campaignDials: [morning], numberDials: [morning] }), policy, now)
  expect(decision).toMatchObject({ verdict: 'later', notBefore: new Date('2026-11-24T13:00:00+11:00') })
  expect(decision.reasons[0]?.text).toBe(
    'Dial 1 of 3 ended "no answer"; the next is due on another day in the other half of the calling hours, Tue 24 Nov, 1:00 pm AEDT.',
  )
  const inFlight = dial('2026-11-23T10:00:00+11:00', null)
  expect(
    decide(facts({ campaignDials: [inFlight], numberDials: [inFlight] }), policy, now).reasons[0]?.text,
  ).toMatch(/^Dial 1 of 3 is in flight; the next is due/)
  const afternoon = new Date('2026-11-24T13:00:00+11:00')
  expect(decide(facts({ campaignDials: [morning], numberDials: [morning] }), policy, afternoon).verdict).toBe(
    'call',
  )
})

test('says where and until when it is outside calling hours', () => {
  const perth = { region: 'WA', zone: 'Australia/Perth' } as const
  const saturday = new Date('2026-11-21T12:00:00+11:00')
  expect(decide(facts({ place: perth }), policy, saturday).reasons[0]?.text).toBe(
    'Outside calling hours in Perth until Mon 23 Nov, 9:00 am AWST.',
  )
  const unknown = decide(
    facts({ place: { region: null, zone: null } }),
    policy,
    new Date('2026-11-24T10:00:00+11:00'),
  )
  expect(unknown.reasons[0]?.text).toBe(
    'Outside calling hours in all of Australia (the broker’s state is unknown) until Tue 24 Nov, 12:00 pm AEDT.',
  )
  const christmas = new Date('2026-12-28T12:00:00+11:00')
  expect(decide(facts(), policy, christmas).reasons[0]?.text).toBe(
    'Public holiday (Boxing Day (substitute day)) in Sydney; not before Tue 29 Dec, 9:00 am AEDT.',
  )
})

test('hours that never meet the legal ones, and a year without holidays, leave the broker out', () => {
  const sundays = {
    days: ['0'],
    start: '09:00',
    end: '17:00',
    zone: 'Australia/Sydney',
    respectLocalTime: true,
  }
  const never = decide(facts(), { ...policy, window: callingWindow(sundays, STRICT) }, now)
  expect(never).toMatchObject({ verdict: 'never', reasons: [{ code: 'outside_hours' }] })
  const far = decide(facts(), policy, new Date('2099-05-05T12:00:00+10:00'))
  expect(far.reasons[0]).toEqual({
    code: 'outside_hours',
    text: 'No public holidays are known for this year, so nobody is called.',
  })
})

test('a shared number is dialled for the lowest id that may be called', () => {
  const three = [3, 1, 2].map((brokerId) =>
    facts({ brokerId, suspendedAt: brokerId === 1 ? '2026-11-01T00:00:00Z' : null }),
  )
  const decisions = decideTogether(three, policy, now)
  expect([1, 2, 3].map((id) => decisions.get(id)?.reasons[0]?.code)).toEqual([
    'suspended',
    'allowed',
    'duplicate_number',
  ])
  expect(decisions.get(3)?.reasons[0]?.text).toContain('broker 2')
})

test('a dial that could leave only after the window has closed waits', () => {
  const fiveMinutes = { ...policy, leadMs: 300_000 }
  const at = (time: string) => decide(facts(), fiveMinutes, new Date(`2026-11-24T${time}+11:00`))
  expect(at('16:54:59').verdict).toBe('call')
  expect(at('16:55:00')).toMatchObject({ verdict: 'later', notBefore: new Date('2026-11-25T09:00:00+11:00') })
  expect(at('08:59:59')).toMatchObject({ verdict: 'later', notBefore: new Date('2026-11-24T09:00:00+11:00') })
})
