import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookingStatuses, bookingTransitions } from '#contract/bookings/bookings.ts'
import { markRefusal } from './booking-actions.ts'
import { attendeesText, meetingSpan, meetingTime, ownTime, personTime } from './booking-labels.ts'

const start = '2026-11-24T22:00:00Z'
const before = Date.parse(start) - 1
const at = Date.parse(start)

describe('marking a meeting', () => {
  // Covers: staff-screens-microsites-9
  it('follows the table of transitions, and waits until it has begun', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...bookingStatuses),
        fc.constantFrom(...bookingStatuses),
        fc.boolean(),
        (status, next, begun) => {
          const refusal = markRefusal({ status, scheduledDate: start }, next, begun ? at : before)
          const may =
            bookingTransitions[status].includes(next) && (begun || next === 'cancelled' || next === 'booked')
          expect(refusal === null).toBe(may)
        },
      ),
    )
  })
  it('says why not', () => {
    expect(markRefusal({ status: 'booked', scheduledDate: start }, 'held', before)).toBe(
      'The meeting has not begun yet.',
    )
    expect(markRefusal({ status: 'cancelled', scheduledDate: start }, 'held', at)).toBe(
      'A cancelled meeting stays cancelled.',
    )
    expect(markRefusal({ status: 'held', scheduledDate: start }, 'held', at)).toBe(
      'The meeting is already marked as held.',
    )
    expect(markRefusal({ status: 'held', scheduledDate: start }, 'cancelled', at)).toBe(
      'A meeting that is held cannot be cancelled.',
    )
  })
})

describe('the time of a meeting', () => {
  const booking = { scheduledDate: start, endsAt: '2026-11-24T23:00:00Z' }
  // Covers: staff-screens-microsites-10
  it('is that of Sydney, with the zone of its date', () => {
    expect(meetingTime(booking)).toMatch(/^Wed 25 Nov(?: 2026)?, 9:00 am AEDT$/)
    expect(meetingTime({ scheduledDate: '2026-07-01T23:00:00Z' })).toMatch(/9:00 am AEST$/)
    expect(meetingSpan(booking)).toBe('9:00 am – 10:00 am')
  })
  // Covers: staff-screens-microsites-10
  it("is given in the viewer's zone too where the clocks differ", () => {
    expect(ownTime(booking, 'Australia/Perth')).toMatch(/6:00 am AWST$/)
    expect(ownTime(booking, 'Australia/Hobart')).toBeNull()
    expect(ownTime({ scheduledDate: '2026-07-01T23:00:00Z' }, 'Australia/Brisbane')).toBeNull()
  })
  // Covers: staff-screens-microsites-11
  it('is given to a person in their own time first, with the day in Sydney where it is another', () => {
    expect(personTime(booking, 'Australia/Perth')).toMatch(/6:00 am AWST \(9:00 am in Sydney\)$/)
    expect(personTime(booking, 'Europe/London')).toMatch(
      /^Tue 24 Nov.* 10:00 pm \S+ \(Wed 25 Nov(?: 2026)?, 9:00 am in Sydney\)$/,
    )
    expect(personTime(booking, 'Australia/Hobart')).toBe(meetingTime(booking))
  })
})

it('four attendees are four or more', () => {
  expect([attendeesText(1), attendeesText(4)]).toEqual(['1 person', '4+ people'])
})
