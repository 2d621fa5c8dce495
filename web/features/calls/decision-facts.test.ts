import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { factRows } from './decision-facts.ts'

// the year of this day is not written
beforeAll(() => void vi.setSystemTime('2026-11-24T01:00:00Z'))
afterAll(() => void vi.useRealTimers())

describe('the facts of a decision', () => {
  it('are told in words, with dates as they stand on every screen', () => {
    const rows = factRows({
      brokerId: 7,
      place: { zone: 'Australia/Perth', region: 'WA' },
      suspendedAt: null,
      held: { since: '2026-11-20T01:00:00Z', reason: 'a ban with the same name' },
      callBasis: 'relationship',
      callBasisAt: '2026-03-03T01:00:00Z',
      number: { e164: '+61491570156', kind: 'mobile', australian: true, fictitious: true },
      suppression: { source: 'key', since: '2026-11-20T01:00:00Z' },
      wash: { listed: false, washedOn: '2026-11-03' },
      numberDials: [{ callId: 4, at: '2026-11-20T01:00:00Z', outcome: 'busy' }],
      campaignDials: [],
      numberTakenBy: 12,
      heldOut: false,
      hoursArm: 'any',
      waitsUntil: null,
    })
    const said = Object.fromEntries(rows.map(({ label, value }) => [label, value]))
    expect(said).toMatchObject({
      Number: '0491 570 156, mobile',
      Place: 'WA, Perth time',
      'Basis to call': 'Existing relationship, recorded Tue 3 Mar',
      Suppressed: 'Yes: opted out in a call (pressed 4), Fri 20 Nov',
      'Do Not Call Register': 'Not listed, checked Tue 3 Nov',
      Suspended: 'No',
      'On hold until reviewed': 'Yes, since Fri 20 Nov: a ban with the same name',
      'Calls in this campaign': 'None',
      'Number called for another broker': 'Yes, broker 12',
      'In the hold-out group': 'No',
      'Better hours': 'Called at any hour, to compare',
      'Waits for a better hour': 'No',
    })
    expect(said['Calls to this number in 30 days']).toMatch(/^Fri 20 Nov.*, 12:00 pm AEDT: busy$/)
    for (const { label, value } of rows) expect(`${label} ${value}`).not.toMatch(/_|[a-z][A-Z]|T\d\d:|null/)
  })

  it('are told in words whatever their shape, where another version stored them', () => {
    expect(
      factRows({
        callBasis: 'agreement',
        suspended: false,
        place: { zone: null, region: null },
        wash: null,
        number: null,
        otherDials: [{ at: '2026-11-20', outcome: 'busy' }],
        hours: { from: 9, until: null },
      }),
    ).toEqual([
      { label: 'Number', value: 'None on record' },
      { label: 'Place', value: 'Not known' },
      { label: 'Basis to call', value: 'agreement' },
      { label: 'Do Not Call Register', value: 'Not checked' },
      { label: 'Suspended', value: 'No' },
      { label: 'Other dials', value: 'at Fri 20 Nov, outcome busy' },
      { label: 'Hours from', value: '9' },
      { label: 'Hours until', value: '–' },
    ])
  })
})
