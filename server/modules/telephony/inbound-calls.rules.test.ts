import { describe, expect, it } from 'vitest'
import { type InboundFacts, inboundScript, inboundText } from './inbound-calls.rules.ts'

const facts = (over: Partial<InboundFacts> = {}): InboundFacts => ({
  from: '+61491570211',
  call: {
    at: new Date('2026-11-23T22:30:00Z'),
    product: 'Premium Home Loan',
    campaign: 'Spring',
    test: false,
  },
  broker: {
    ...{ name: 'Wei Li', company: null, callBasis: 'relationship', numberSource: null },
    zone: 'Australia/Sydney',
  },
  organisation: { legalName: 'Lumen Lending Pty Ltd', tradingName: 'Lumen', contactPhone: '(02) 5550 0100' },
  transferTo: null,
  ...over,
})

describe('what a caller hears', () => {
  // Covers: sms-twilio-writes-9
  it('names the lender, the day by their clock, the product, the purpose, the opt-out and a person', () => {
    expect(inboundScript(facts()).greeting).toBe(
      'You have reached Lumen Lending Pty Ltd. This is an automated message. ' +
        'We called this number on Tuesday 24 November about Premium Home Loan, a home-loan offer for mortgage brokers. ' +
        'Press 4 or say stop, and we will not call you again. Press 0 or say operator for a person.',
    )
    const perth = facts({
      call: { at: new Date('2026-11-23T14:30:00Z'), product: null, campaign: null, test: false },
    })
    expect(inboundScript(perth).greeting).toContain('on Tuesday 24 November about a home-loan offer')
    const broker = perth.broker && { ...perth.broker, zone: 'Australia/Perth' }
    expect(inboundScript({ ...perth, broker }).greeting).toContain('on Monday 23 November')
  })

  it('is neutral for a number that we never called', () => {
    const { greeting, operator } = inboundScript(facts({ call: null, broker: null }))
    expect(greeting).toContain(
      'If we called you, it was about home-loan offers for mortgage brokers. Press 4',
    )
    expect(operator).not.toContain('your number from')
  })

  it('promises nothing that cannot be done for a number that is withheld', () => {
    const { greeting, optedOut, operator } = inboundScript(facts({ from: null, call: null, broker: null }))
    expect(greeting).not.toContain('Press 4')
    expect(greeting).toContain('call us from the phone that we called')
    expect(optedOut).toContain('could not be taken off our list')
    expect(operator).toBe(
      'Nobody can take your call now. You can reach Lumen Lending Pty Ltd on (02) 5550 0100.',
    )
  })

  it('says where the number came from only where that is known', () => {
    const call = { at: new Date('2026-11-23T22:30:00Z'), product: null, campaign: null }
    const source = (test: boolean) => inboundScript(facts({ broker: null, call: { ...call, test } })).operator
    expect(source(true)).toContain('Your number was given to us for a test call.')
    expect(source(false)).not.toMatch(/number (was given|from)/)
  })

  it('who asks for a person that is not there learns number and source, and that they are called back', () => {
    expect(inboundScript(facts()).operator).toBe(
      'Nobody can take your call now. You can reach Lumen Lending Pty Ltd on (02) 5550 0100. ' +
        'We have your number from the business you do with us. I have asked for a person to call you back.',
    )
  })
})

it.each([
  [{ campaign: 'Spring', calledBefore: true, number: null }, 'Called us back about the Spring call'],
  [{ campaign: null, calledBefore: true, number: null }, 'Called us back'],
  [{ campaign: null, calledBefore: false, number: '+61491570211' }, '0491 570 211 called us'],
])('the timeline tells it from %j', (told, start) => {
  expect(inboundText('call_received', told)).toBe(start)
  expect(inboundText('opted_out', told)).toBe(`${start} and asked not to be called again`)
  expect(inboundText('call_back_requested', told)).toBe(`${start} and asked for a person: call back`)
})
