import { expect, it } from 'vitest'
import { timelineLook } from './timeline-badges.ts'

it.each([
  ['call_completed', 'green'],
  ['accreditation_submitted', 'green'],
  ['accreditation_started', 'grey'],
  ['meeting_booked', 'blue'],
  ['microsite_visited', 'amber'],
  ['opted_out', 'red'],
  ['call_not_answered', 'grey'],
  ['decision_never', 'grey'],
  ['something_new', 'grey'],
])('gives %s the colour of the specification: %s', (type, tone) => {
  expect(timelineLook(type).tone).toBe(tone)
})
