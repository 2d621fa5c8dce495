import { expect, it } from 'vitest'
import { choiceText, messageState } from './choice-result.rules.ts'

it.each([
  ['queued', /^The link is on its way to this number/],
  ['sent', /on its way/],
  ['held', /^I have noted that you would like the link\./],
  ['failed', /takes no text messages/],
  ['cancelled', /takes no text messages/],
] as const)('of a link whose message is %s says so', (status, words) => {
  expect(choiceText({ option: 'option_1', message: messageState(status) })).toMatch(words)
})

it('promises nothing that is not there', () => {
  expect(choiceText({ option: 'option_1', message: null })).toMatch(/could not send/)
  expect(choiceText({ option: 'option_3', message: null })).toMatch(/could not send.*accreditation form/)
  expect(choiceText({ option: 'option_2', meeting: null, changedFrom: null, written: false })).toMatch(
    /no free time/,
  )
  const meeting = 'Tuesday 24 November at 10 am'
  expect(choiceText({ option: 'option_2', meeting, changedFrom: null, written: false })).toBe(
    'Your meeting is booked for Tuesday 24 November at 10 am, Sydney time.',
  )
  expect(choiceText({ option: 'option_2', meeting, changedFrom: null, written: true })).toMatch(
    /confirmation/,
  )
  expect(choiceText({ option: 'option_2', meeting, changedFrom: '9 am', written: false })).toBe(
    'I am sorry, 9 am is no longer free. Your meeting is booked for Tuesday 24 November at 10 am instead, Sydney time.',
  )
  expect(choiceText({ option: 'option_4', suppressed: false })).not.toMatch(/^Done/)
})
