import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addLeave,
  type Bdm,
  bdmFields,
  defaultBlocks,
  defaultHours,
  officeHours,
  updateBdm,
} from '#contract/bookings/bdms.ts'
import { callTimes, changesOf, newBdm, nextSpan, tidy, valuesOf, withTimes } from './bdm-form.ts'
import { blockLines, busyFeedLook, callHoursText, weekLines } from './bdm-labels.ts'
import { isInLeave, leaveDays, leaveForm, leaveText, newLeave, spanOf } from './leave-form.ts'

// the year of this day is not written
beforeAll(() => void vi.setSystemTime('2026-11-24T01:00:00Z'))
afterAll(() => void vi.useRealTimers())

const stored: Bdm = {
  id: 3,
  name: 'Mia Marlow',
  email: 'mia@example.com',
  phone: null,
  callHours: null,
  timezone: 'Australia/Sydney',
  videoLink: null,
  active: true,
  regions: ['NSW', 'ACT'],
  hours: defaultHours,
  blocks: defaultBlocks,
  leave: [],
  calendarUrl: null,
  busyFeedUrl: null,
  busyFeed: null,
  connectedCalendar: null,
  tentativeIsBusy: true,
  upcoming: 2,
  createdAt: '2026-11-01T00:00:00Z',
}

describe('the form of a BDM', () => {
  // Covers: staff-screens-microsites-14
  it('starts with the six slots of a day and the block at 3 PM', () => {
    const fields = bdmFields.parse({ ...newBdm(), name: 'Mia', email: 'mia@example.com' })
    expect(weekLines(fields.hours)).toEqual([
      { days: 'Mon–Fri', times: '9:00 am – 12:00 pm, 2:00 pm – 5:00 pm' },
    ])
    expect(blockLines(fields.blocks)).toEqual([
      { days: 'Mon–Fri', times: '3:00 pm – 4:00 pm', reason: 'Team time' },
    ])
  })
  it('sends only what differs, whatever order it was entered in', () => {
    const same = bdmFields.parse(valuesOf(stored))
    expect(changesOf({ ...same, hours: same.hours.toReversed(), regions: ['ACT', 'NSW'] }, stored)).toEqual(
      {},
    )
    const changes = changesOf({ ...same, hours: [], videoLink: 'https://meet.example.com/mia' }, stored)
    expect(changes).toEqual({ hours: [], videoLink: 'https://meet.example.com/mia' })
    expect(updateBdm.body.safeParse(changes).success).toBe(true)
  })
  // Covers: calls-twilio-19
  it('sets the hours for calls of all days, in the zone of the BDM', () => {
    expect(callTimes(null)).toEqual({ from: '', to: '' })
    const hours = withTimes(officeHours, { from: '08:00', to: '16:00' })
    expect(callTimes(hours)).toEqual({ from: '08:00', to: '16:00' })
    const same = bdmFields.parse(valuesOf(stored))
    const changes = changesOf({ ...same, callHours: hours, timezone: 'Australia/Perth' }, stored)
    expect(changes).toEqual({ callHours: hours, timezone: 'Australia/Perth' })
    const text = (changes: Partial<Bdm>) => callHoursText({ ...stored, phone: '0491 570 006', ...changes })
    expect(text({ callHours: hours, timezone: 'Australia/Perth' })).toBe(
      'Mon–Fri 8:00 am – 4:00 pm, Perth time',
    )
    expect(text({})).toBe('In the hours for meetings')
    expect(text({ callHours: [] })).toBe('Never')
    expect(text({ phone: null })).toBe('Never: no phone number')
  })
  it('adds hours after those that a day has', () => {
    expect(nextSpan([], 5)).toEqual({ weekday: 5, from: '09:00', to: '12:00' })
    expect(nextSpan(defaultHours, 2)).toEqual({ weekday: 2, from: '18:00', to: '19:00' })
    expect(bdmFields.shape.hours.safeParse([nextSpan([{ weekday: 1, to: '23:30' }], 1)]).success).toBe(true)
  })
  it('keeps what it sends in order', () => {
    const fields = bdmFields.parse({
      ...newBdm(),
      name: 'Mia',
      email: 'mia@example.com',
      hours: defaultHours.toReversed(),
    })
    expect(tidy(fields).hours).toEqual(defaultHours)
  })
})

const fine = { failingSince: null, skipped: [] }
it.each([
  [{ busyFeedUrl: null, busyFeed: null }, 'Not connected'],
  [{ busyFeedUrl: 'https://c.example.com', busyFeed: null }, 'Waiting'],
  [
    {
      busyFeedUrl: 'https://c.example.com',
      busyFeed: { readAt: '2026-11-01T00:00:00Z', error: null, events: 1, ...fine },
    },
    'Working',
  ],
  [
    {
      busyFeedUrl: 'https://c.example.com',
      busyFeed: {
        ...{ readAt: '2026-11-01T00:00:00Z', error: null, events: 1, ...fine },
        skipped: [{ entry: 'Lunch', reason: 'its DTSTART cannot be read' }],
      },
    },
    '1 entry not read',
  ],
  [
    {
      busyFeedUrl: 'https://c.example.com',
      busyFeed: { readAt: null, error: 'It answered 404.', events: 0, ...fine },
    },
    'Failed',
  ],
])('a busy feed %j is %s', (bdm, label) => {
  expect(busyFeedLook(bdm).label).toBe(label)
})
// Covers: staff-screens-microsites-14
it('a busy feed that fails says that the last good state holds', () => {
  const busyFeed = { readAt: '2026-11-01T00:00:00Z', error: 'It answered 404.', events: 3, ...fine }
  const { detail } = busyFeedLook({ busyFeedUrl: 'https://c.example.com', busyFeed })
  expect(detail).toMatch(/^It answered 404\. The last successful read still applies: 3 busy times read on /)
})

describe('leave', () => {
  // half past midnight on 25 November in Sydney
  const start = newLeave(Date.parse('2026-11-24T13:30:00Z'))

  it('of whole days asks for no time, also where one was cleared before it was hidden', () => {
    const fields = {
      ...newLeave(Date.parse('2026-11-25T00:00:00Z')),
      reason: 'Leave',
      fromTime: '',
      toTime: '',
    }
    expect(leaveForm.safeParse(fields).success).toBe(true)
    const timed = leaveForm.safeParse({ ...fields, wholeDays: false, reason: '' })
    expect(timed.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
      ['reason', 'Reason is required'],
      ['fromTime', 'Choose a time'],
      ['toTime', 'Choose a time'],
    ])
  })

  // Covers: staff-screens-microsites-16
  it('takes whole Sydney days, the last one to its end, over a clock change too', () => {
    const fields = { ...start, fromDay: '2026-10-03', toDay: '2026-10-04' }
    expect(spanOf(fields)).toEqual({ from: '2026-10-02T14:00:00.000Z', to: '2026-10-04T13:00:00.000Z' })
    expect(leaveText(spanOf(fields))).toBe('Sat 3 Oct – Sun 4 Oct')
    expect(leaveDays(spanOf(fields))).toEqual(['2026-10-03', '2026-10-04'])
    expect(leaveText(spanOf({ ...start, toDay: start.fromDay }))).toBe('Wed 25 Nov')
  })
  it('takes hours of a day', () => {
    const span = spanOf({ ...start, wholeDays: false })
    expect(span).toEqual({ from: '2026-11-24T22:00:00.000Z', to: '2026-11-25T06:00:00.000Z' })
    expect(leaveText(span)).toMatch(/9:00 am AEDT – .*5:00 pm AEDT$/)
    expect(addLeave.body.safeParse({ ...span, reason: 'Dentist' }).success).toBe(true)
  })
  it('ends after it starts, and has a reason', () => {
    const messages = (fields: object): string[] =>
      leaveForm
        .safeParse({ ...start, reason: 'Holiday', ...fields })
        .error?.issues.map(({ message }) => message) ?? []
    expect(messages({})).toEqual([])
    expect(messages({ toDay: '2026-11-24' })).toEqual(['End must be after start'])
    expect(messages({ wholeDays: false, toTime: '09:00' })).toEqual(['End must be after start'])
    expect(messages({ reason: ' ' })).toEqual(['Reason is required'])
    expect(messages({ fromDay: '' })).toEqual(['Choose a day'])
  })
  it('meets the meetings that it cuts into, not those that touch it', () => {
    const span = { from: '2026-11-24T22:00:00Z', to: '2026-11-25T06:00:00Z' }
    const meeting = (from: string, to: string) => isInLeave({ scheduledDate: from, endsAt: to }, span)
    expect(meeting('2026-11-24T21:30:00Z', '2026-11-24T22:30:00Z')).toBe(true)
    expect(meeting('2026-11-24T21:00:00Z', '2026-11-24T22:00:00Z')).toBe(false)
    expect(meeting('2026-11-25T06:00:00Z', '2026-11-25T07:00:00Z')).toBe(false)
  })
})
