import { describe, expect, it } from 'vitest'
import type { BdmCalendar } from '#contract/bookings/bdm-calendars.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { targetRefusal, toldText } from './move.ts'
import {
  cellIn,
  conflictOf,
  countIn,
  firstPlace,
  gapBefore,
  laneOf,
  placeAfterKey,
  placeOf,
  presentTime,
} from './week-cells.ts'
import { mondayOf, shownDay, weekAfter, weekdayAfter, weekName } from './week-days.ts'

const TODAY = '2026-11-24'
const at = (hour: number, day = 24) => new Date(Date.UTC(2026, 10, day, hour - 11)).toISOString()
const meeting = (changes: Partial<Booking> = {}): Booking =>
  ({
    id: 7,
    status: 'booked',
    name: 'Marco Zhang',
    email: 'marco@example.com',
    phone: null,
    source: 'web',
    bdm: { id: 1, name: 'Dana Cole' },
    scheduledDate: at(10),
    endsAt: at(11),
    ...changes,
  }) as Booking // all that a week reads
const dana: BdmCalendar = {
  id: 1,
  name: 'Dana Cole',
  active: true,
  slots: [
    { start: at(9), by: null, reason: null },
    { start: at(10), by: 'meeting', reason: 'Another meeting' },
    { start: at(14), by: 'leave', reason: 'Leave: Dentist' },
    { start: at(15), by: 'leave', reason: 'Leave: Dentist' },
    { start: at(9, 25), by: null, reason: null },
  ],
  absences: [{ kind: 'leave', from: at(14), to: at(16), reason: 'Dentist' }],
  meetings: [meeting()],
}
const tom: BdmCalendar = { ...dana, id: 2, name: 'Tom Whitlock', absences: [], meetings: [] }
const lanes = [laneOf(dana), laneOf(tom)]
const days = ['2026-11-24', '2026-11-25']

describe('the week of an address', () => {
  it.each([
    ['', TODAY],
    ['yesterday', TODAY],
    ['2026-02-30', TODAY],
    ['0020-11-24', TODAY],
    ['2026-12-01', '2026-12-01'],
    ['2036-11-26', '2036-11-26'],
    ['2026-11-28', '2026-11-30'],
  ])('%j shows %s', (text, day) => {
    expect(shownDay(text, TODAY)).toBe(day)
  })

  it('is of five days, named once, and ends where the days do', () => {
    expect(mondayOf('2026-11-27')).toBe('2026-11-23')
    expect(weekName('2026-11-23')).toBe('Mon 23 Nov – Fri 27 Nov 2026')
    expect(weekName('2026-11-30')).toBe('Mon 30 Nov – Fri 4 Dec 2026')
    expect(weekName('2026-12-28')).toBe('Mon 28 Dec 2026 – Fri 1 Jan 2027')
    expect([weekdayAfter('2026-11-27', 1), weekdayAfter('2026-11-30', -1)]).toEqual([
      '2026-11-30',
      '2026-11-27',
    ])
    expect([weekAfter('2099-12-25', 1), weekAfter('2000-01-03', -1)]).toEqual([null, null])
  })
})

describe('a lane', () => {
  it('has a row for every time of its week, with what stands there', () => {
    expect(lanes[0]?.times).toEqual(['09:00', '10:00', '14:00', '15:00'])
    const cell = (time: string, day = TODAY) => lanes[0]?.cellAt(day, time)
    expect(cell('09:00')).toEqual({ kind: 'free', start: at(9) })
    expect(cell('10:00')).toMatchObject({ kind: 'meeting', conflict: null })
    expect(cell('14:00')).toMatchObject({ kind: 'taken', reason: 'Leave: Dentist', isFirst: true })
    expect(cell('15:00')).toMatchObject({ kind: 'taken', isFirst: false })
    expect(cell('10:00', '2026-11-25')).toEqual({ kind: 'none' })
  })

  it('says which meetings cannot be held as they stand', () => {
    expect(conflictOf(meeting({ scheduledDate: at(14), endsAt: at(15) }), dana.absences)).toBe(
      'during leave (Dentist)',
    )
    expect(conflictOf(meeting({ scheduledDate: at(13), endsAt: at(14) }), dana.absences)).toBeNull()
    expect(
      conflictOf(meeting({ status: 'held', scheduledDate: at(14), endsAt: at(15) }), dana.absences),
    ).toBeNull()
    const busy = [{ kind: 'busy' as const, from: at(9), to: at(12), reason: '' }]
    const inLane = laneOf({ ...dana, absences: busy })
    expect(countIn(inLane, days)).toEqual({ meetings: 1, conflicts: 1, free: 2 })
    expect(countIn(inLane, ['2026-11-25'])).toEqual({ meetings: 0, conflicts: 0, free: 1 })
  })
})

describe('the times of a lane', () => {
  // Covers: bookings-33
  it('show a gap, such as lunch, and the present hour', () => {
    expect(gapBefore('14:00', '11:00')).toEqual({ from: '12:00', to: '14:00' })
    expect([gapBefore('10:00', '09:00'), gapBefore('09:00', undefined)]).toEqual([null, null])
    const times = ['09:00', '10:00', '14:00']
    expect([presentTime(times, '10:59'), presentTime(times, '11:30'), presentTime(times, '08:59')]).toEqual([
      '10:00',
      null,
      null,
    ])
  })
})

describe('the keys', () => {
  const from = { bdmId: 1, day: TODAY, time: '15:00' }
  it.each([
    ['ArrowDown', { bdmId: 2, day: TODAY, time: '09:00' }],
    ['ArrowUp', { bdmId: 1, day: TODAY, time: '14:00' }],
    ['ArrowRight', { bdmId: 1, day: '2026-11-25', time: '15:00' }],
    ['ArrowLeft', null],
    ['End', { bdmId: 1, day: '2026-11-25', time: '15:00' }],
    ['x', null],
  ])('%s leads through days, times and lanes', (key, to) => {
    expect(placeAfterKey(key, from, { lanes, days })).toEqual(to)
  })

  it('begin at the next meeting, else at the first time', () => {
    expect(firstPlace(lanes, days, Date.parse(at(8)))).toEqual(placeOf(meeting()))
    expect(firstPlace(lanes, days, Date.parse(at(11)))).toEqual({ bdmId: 1, day: TODAY, time: '09:00' })
    expect(firstPlace([], days, 0)).toBeNull()
  })
})

describe('a meeting that is moved', () => {
  it('can go where it is free, and is told why not elsewhere', () => {
    const refusal = (time: string, day = TODAY) =>
      targetRefusal(cellIn(lanes, { bdmId: 1, day, time }), meeting())
    expect(refusal('09:00')).toBeNull()
    expect(refusal('10:00')).toBe('The meeting is here now.')
    expect(refusal('14:00')).toBe('Leave: Dentist.')
    expect(refusal('10:00', '2026-11-25')).toBe('There are no meetings at this time.')
    expect(targetRefusal(cellIn(lanes, placeOf(meeting())), meeting({ id: 8 }))).toBe(
      'Marco Zhang has a meeting at this time.',
    )
  })

  it('names who will be told, and how', () => {
    expect(toldText(meeting(), 'Dana Cole')).toBe('Marco Zhang and Dana Cole will be told by email.')
    expect(toldText(meeting(), 'Tom Whitlock')).toBe(
      'Marco Zhang, Dana Cole and Tom Whitlock will be told by email.',
    )
    expect(toldText(meeting({ email: null, phone: '+61491570156' }), 'Dana Cole')).toMatch(/told by SMS,/)
    expect(toldText(meeting({ source: 'call', phone: '+61491570156' }), 'Dana Cole')).toMatch(
      /told by email and SMS,/,
    )
    expect(toldText(meeting({ email: null, phone: '+61255501234' }), 'Dana Cole')).toBe(
      'Marco Zhang has no email address or mobile number, so a task to call them will be added. Dana Cole will be told by email.',
    )
  })
})
