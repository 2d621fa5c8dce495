import { expect, it } from 'vitest'
import type { BdmCalendar } from '#contract/bookings/bdm-calendars.ts'
import { weekLoad } from './week-load.ts'

const slot = (by: BdmCalendar['slots'][number]['by']) => ({
  start: '2026-11-24T00:00:00Z',
  by,
  reason: null,
})
const meetings = (count: number) => Array.from({ length: count }) as BdmCalendar['meetings']

it('counts booked times of those that are neither leave nor blocked', () => {
  const slots = [slot('meeting'), slot(null), slot('clock'), slot('block'), slot('leave'), slot('busy')]
  expect(weekLoad({ slots, meetings: meetings(1) })).toEqual({ booked: 1, times: 3 })
})

it('counts a meeting that is booked during leave', () => {
  expect(weekLoad({ slots: [slot('leave')], meetings: meetings(1) })).toEqual({ booked: 1, times: 1 })
})
