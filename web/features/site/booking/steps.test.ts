import { describe, expect, it } from 'vitest'
import { googleCalendarUrl, outlookCalendarUrl } from './calendar-links.ts'
import { entryOf, FIRST, shownStep } from './steps.ts'

describe('the steps of booking', () => {
  // Covers: booking-screen-10
  it('are found again in the history, and nothing else is taken for them', () => {
    const entry = { step: 'details', depth: 2, date: '2026-11-25', start: '2026-11-24T22:00:00.000Z' }
    expect(entryOf({ booking: entry })).toEqual(entry)
    for (const state of [null, 'x', {}, { booking: null }, { booking: { step: 'pay' } }]) {
      expect(entryOf(state)).toEqual(FIRST)
    }
    expect(entryOf({ booking: { step: 'time', depth: -1, date: '2026-02-30', start: 'soon' } })).toEqual({
      step: 'time',
      depth: 0,
      date: null,
      start: null,
    })
  })

  it('are shown only with what they are about', () => {
    expect(shownStep('details', { hasSlot: true, isBooked: false })).toBe('details')
    expect(shownStep('details', { hasSlot: false, isBooked: false })).toBe('time')
    expect(shownStep('done', { hasSlot: false, isBooked: true })).toBe('done')
    expect(shownStep('done', { hasSlot: false, isBooked: false })).toBe('date')
  })
})

describe('the meeting in the own calendar', () => {
  const event = {
    start: '2026-11-24T22:00:00.000Z',
    title: 'Product discussion with Dana Cole & Co',
    details: 'Change or cancel: https://lender.example/booking/manage/t.k',
    location: 'Video call',
  }
  // Covers: booking-screen-10
  it('is an hour long in Google’s and in Outlook’s, with its text as it is', () => {
    const google = new URL(googleCalendarUrl(event))
    expect(google.host).toBe('calendar.google.com')
    expect(google.searchParams.get('dates')).toBe('20261124T220000Z/20261124T230000Z')
    expect(google.searchParams.get('text')).toBe(event.title)
    const outlook = new URL(outlookCalendarUrl(event))
    expect(outlook.host).toBe('outlook.office.com')
    expect(outlook.searchParams.get('startdt')).toBe(event.start)
    expect(outlook.searchParams.get('enddt')).toBe('2026-11-24T23:00:00.000Z')
    expect(outlook.searchParams.get('body')).toBe(event.details)
  })
})
