import { describe, expect, it } from 'vitest'
import { defaultHours } from '#contract/bookings/bdms.ts'
import { type StaffMember, takesCallsAt, whoRings } from './who-rings.rules.ts'

const TEN = new Date('2026-11-24T10:00:00+11:00')
const DESK = { name: 'Harbour Lending', number: '+61255500100' }

let ids = 0
const bdm = (changes: Partial<StaffMember> = {}): StaffMember => {
  ids += 1
  return {
    ...{
      id: ids,
      name: `BDM ${ids}`,
      phone: `0491 570 ${String(200 + ids)}`,
      regions: [],
      hours: defaultHours,
    },
    ...{ blocks: [], callHours: null, timezone: 'Australia/Sydney', busy: false, rungAt: null, ...changes },
  }
}
const broker = (bdmId: number | null) => ({ bdmId, phone: '+61491570199' })

describe('the phones of a hand-off', () => {
  it("are the broker's own BDM, one of the region, then the desk", () => {
    const [own, other, region] = [bdm(), bdm({ regions: ['VIC'] }), bdm({ regions: ['NSW', 'ACT'] })]
    const staff = [other, region, own]
    const rings = whoRings({ broker: broker(own.id), staff, region: 'NSW', desk: DESK }, TEN)
    expect(rings.map(({ role, name }) => [role, name])).toEqual([
      ['bdm', own.name],
      ['region', region.name],
      ['desk', DESK.name],
    ])
    expect(rings[0]?.number).toBe(`+61491570${200 + own.id}`)
  })

  it('are those of the BDM of a region whose phone was quiet the longest', () => {
    const regions = ['QLD']
    const [recent, earlier, never] = [
      bdm({ regions, rungAt: new Date('2026-11-24T09:50:00+11:00') }),
      bdm({ regions, rungAt: new Date('2026-11-24T08:00:00+11:00') }),
      bdm({ regions }),
    ]
    const first = (staff: StaffMember[]) =>
      whoRings({ broker: broker(null), staff, region: 'QLD', desk: null }, TEN)[0]?.bdmId
    expect(first([recent, earlier, never])).toBe(never.id)
    expect(first([recent, earlier])).toBe(earlier.id)
  })

  it.each([
    ['is busy', { busy: true }],
    ['has no number', { phone: null }],
    ['has a number that is no phone', { phone: 'reception' }],
    ['has a fictitious number', { phone: '0491 570 156' }],
    ['has an emergency number', { phone: '000' }],
    ['takes no calls', { callHours: [] }],
    ['has the number of the broker', { phone: '0491 570 199' }],
  ])('leave out a BDM who %s', (_, changes) => {
    const own = bdm(changes)
    expect(whoRings({ broker: broker(own.id), staff: [own], region: null, desk: DESK }, TEN)).toMatchObject([
      { role: 'desk' },
    ])
  })

  // Covers: calls-twilio-16
  it('ring one number once', () => {
    const own = bdm({ phone: '0491 570 190' })
    const desk = { ...DESK, number: '+61491570190' }
    expect(whoRings({ broker: broker(own.id), staff: [own], region: null, desk }, TEN)).toMatchObject([
      { role: 'bdm' },
    ])
  })

  it('go on to a second BDM of the region where the first one has no number', () => {
    const regions = ['SA']
    const staff = [bdm({ regions, phone: null }), bdm({ regions })]
    expect(whoRings({ broker: broker(null), staff, region: 'SA', desk: null }, TEN)).toHaveLength(1)
  })
})

describe('the hours of a BDM', () => {
  const own = (timezone: string) => ({
    ...{ hours: defaultHours, blocks: [], timezone },
    callHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  })
  it.each([
    // 9 am in Sydney is 6 am in Perth
    ['Australia/Sydney', '2026-11-24T09:00:00+11:00', true],
    ['Australia/Perth', '2026-11-24T09:00:00+11:00', false],
    ['Australia/Perth', '2026-11-24T12:00:00+11:00', true],
    ['Australia/Perth', '2026-11-24T19:59:59+11:00', true],
    ['Australia/Perth', '2026-11-24T20:00:00+11:00', false],
    ['Australia/Adelaide', '2026-11-24T09:29:59+11:00', false],
    ['Australia/Adelaide', '2026-11-24T09:30:00+11:00', true],
    // Saturday
    ['Australia/Sydney', '2026-11-28T10:00:00+11:00', false],
    // Melbourne Cup Day is a holiday in Melbourne only
    ['Australia/Melbourne', '2026-11-03T10:00:00+11:00', false],
    ['Australia/Sydney', '2026-11-03T10:00:00+11:00', true],
    ['Australia/Darwin', '2026-12-25T12:00:00+11:00', false],
  ])('follow the clock and holidays of %s: at %s %s', (zone, at, expected) => {
    expect(takesCallsAt(own(zone), new Date(at))).toBe(expected)
  })

  it('are those of their meetings where no others are set, without the blocks', () => {
    const blocks = [{ weekday: 2, from: '15:00', to: '16:00' }]
    const member = { hours: defaultHours, blocks, callHours: null, timezone: 'Australia/Perth' }
    const at = (time: string) => takesCallsAt(member, new Date(`2026-11-24T${time}:00+11:00`))
    expect(['09:00', '11:59', '12:30', '14:00', '15:30', '16:00', '17:00'].map(at)).toEqual([
      ...[true, true, false, true, false, true, false],
    ])
  })
})
