import { expect, it } from 'vitest'
import { choiceText, messageState } from './choice-result.rules.ts'

const live = { simulated: false }
const sms = (status: string) => ({ channel: 'sms', state: messageState(status, live) }) as const

it.each([
  ['queued', /^The link is on its way to this number by text message\.$/],
  ['sent', /on its way/],
  ['held', /^I have noted that you would like the link\./],
  ['failed', /^The link could not be sent\. Our team/],
  ['cancelled', /could not be sent/],
] as const)('of a link whose SMS is %s says so', (status, words) => {
  expect(choiceText({ option: 'option_1', message: sms(status) })).toMatch(words)
})

it('names the way that the link goes', () => {
  const message = { channel: 'email', state: 'under_way' } as const
  expect(choiceText({ option: 'option_1', message })).toBe(
    'The link is on its way to the email address that we have for you.',
  )
  expect(choiceText({ option: 'option_3', message })).toBe(
    'The link to your accreditation form is on its way to the email address that we have for you.',
  )
})

it('takes what the simulator keeps in the outbox for sent', () => {
  expect(messageState('held', { simulated: true })).toBe('under_way')
  expect(messageState('failed', { simulated: true })).toBe('refused')
})

// Covers: calls-vapi-4
it('promises nothing that is not there', () => {
  expect(choiceText({ option: 'option_1', message: null })).toMatch(/^I cannot send the link: .* Our team/)
  expect(choiceText({ option: 'option_3', message: null })).toMatch(/cannot send.*accreditation form/)
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
