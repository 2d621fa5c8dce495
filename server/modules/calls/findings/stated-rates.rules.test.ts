import { describe, expect, it } from 'vitest'
import { offeredRates, ratesNotOffered, statedRates } from './stated-rates.rules.ts'

const agent = (text: string) => [{ speaker: 'agent' as const, text, at: 12 }]
const ratesIn = (text: string) => [...new Set(statedRates(agent(text)).map(({ rate }) => rate))]

describe('the rates in a sentence of the agent', () => {
  // Covers: calls-vapi-24
  it.each([
    ['Our rate is 6.14% p.a. variable.', ['6.14']],
    ['The rate is six point one four per cent.', ['6.14']],
    ['Six fourteen per cent.', ['6.14']],
    ['It is five point nine nine per cent per annum.', ['5.99']],
    ['The fixed rate is five point eight.', ['5.8']],
    ['five and a half percent', ['5.5']],
    ['Rates start at 4.75.', ['4.75']],
    ['It starts at three per cent.', ['3']],
  ])('are read from %j: %j', (text, expected) => {
    expect(ratesIn(text)).toEqual(expected)
  })

  // Covers: calls-vapi-24
  it.each([
    'I am 100 per cent sure.',
    '110 per cent of our attention is yours.',
    'A deposit of 20 per cent of the price is enough.',
    'Up to 80 per cent LVR.',
    'Tuesday 24 November at 10:30 am',
    'The rate is fixed for 3 years.',
    'Press 2 for a meeting.',
  ])('are none in %j', (text) => {
    expect(ratesIn(text)).toEqual([])
  })

  it('are not those that the person states', () => {
    expect(statedRates([{ speaker: 'caller', text: 'The other bank has 4.99%.', at: 3 }])).toEqual([])
  })
})

// Covers: calls-vapi-24
it('a rate that no text of the offer has is a finding with its sentence and second, once', () => {
  const offered = offeredRates(['From 6.14% p.a., comparison 6.2 per cent', '5.990%', 'Press 2'])
  const lines = agent('It is 6.14% today. For you 4.99% p.a. works. Or 5.99 per cent, comparison rate 6.2.')
  expect(ratesNotOffered(statedRates(lines), offered)).toEqual([
    { text: 'For you 4.99% p.a. works.', rate: '4.99', second: 12 },
  ])
})
