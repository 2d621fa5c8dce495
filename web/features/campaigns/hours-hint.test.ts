import { expect, it } from 'vitest'
import { lostHours } from './hours-hint.ts'

// Covers: create-edit-campaign-8
it('says which of the chosen hours the law takes away', () => {
  const weekdays = ['1', '2', '3', '4', '5']
  expect(lostHours({ days: weekdays, start: '09:00', end: '20:00' })).toEqual([])
  expect(lostHours({ days: [...weekdays, '6'], start: '08:30', end: '18:00' })).toEqual([
    'Nobody is called before 9:00 am.',
    'Nobody is called after 5:00 pm on Saturdays.',
  ])
  expect(lostHours({ days: ['0'], start: '10:00', end: '21:00' })).toEqual(['Nobody is called on Sundays.'])
  expect(lostHours({ days: ['5'], start: '10:00', end: '20:30' })).toEqual([
    'Nobody is called after 8:00 pm.',
  ])
})
