import { expect, test } from 'vitest'
import { NO_CALL, plannedWords, readBack } from './callback-words.rules.ts'

const threeInPerth = new Date('2026-12-01T15:00:00+08:00')

// Covers: requested-calls-8
test('a time is read back on the clock of the person, with Sydney’s where it differs', () => {
  expect(readBack(threeInPerth, 'Australia/Perth', { moved: false })).toBe(
    'That is Tuesday 1 December at 3 pm, your time, that is 6 pm in Sydney. Shall I call you then?',
  )
  expect(readBack(new Date('2026-12-07T09:00:00+11:00'), 'Australia/Sydney', { moved: true })).toBe(
    'We cannot call at that time. The nearest time is Monday 7 December at 9 am, Sydney time. Shall I call you then?',
  )
})

test('the result names the planned time, or that a person calls back', () => {
  expect(plannedWords(threeInPerth, null)).toBe(
    'Done: we will call you on Tuesday 1 December at 6 pm, Sydney time.',
  )
  expect(plannedWords(null, null)).toBe(NO_CALL)
})
