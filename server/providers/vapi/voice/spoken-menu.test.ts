import { expect, it } from 'vitest'
import { offersMenu } from './spoken-menu.ts'

// Covers: analytics-figures-9
it.each([
  ['You can press one for the details, or two to meet somebody.', true],
  ['I can send you a link, set up a meeting, or start your accreditation.', true],
  ['Would an appointment suit, or shall I text you the link?', true],
  ['Say stop or press 4 at any time to end this. Press 0 for a person.', false],
  ['Our rate is 6.14% to 80% LVR, with an answer in two business days.', false],
  ['I have sent you the link.', false],
])('reads %j as the menu: %s', (line, expected) => {
  expect(offersMenu(line)).toBe(expected)
})
