import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PhoneNumber } from '#contract/calls/telephony.ts'
import {
  abilities,
  connection,
  givenName,
  importable,
  inVapi,
  numberTitle,
  releaseRefusal,
} from './vendor-labels.ts'

// the year of this day is not written
beforeAll(() => void vi.setSystemTime('2026-11-24T01:00:00Z'))
afterAll(() => void vi.useRealTimers())

const number = (changes: Partial<PhoneNumber> = {}): PhoneNumber => ({
  id: 'PN1',
  phoneNumber: '+61255501234',
  name: 'Main line',
  voice: true,
  sms: false,
  state: 'active',
  connected: true,
  inUse: false,
  lastCallAt: null,
  keptUntil: null,
  ...changes,
})

describe('a number of a vendor', () => {
  it('is named by its number, else by its name, and its own name is not said twice', () => {
    expect(numberTitle(number())).toBe('(02) 5550 1234')
    expect(givenName(number())).toBe('Main line')
    for (const name of ['', '+61255501234', '(02) 5550 1234', '(02)55501234', '61 2 5550 1234']) {
      expect(givenName(number({ name }))).toBeNull()
    }
    const address = number({ phoneNumber: null, name: 'Vapi SIP' })
    expect([numberTitle(address), givenName(address)]).toEqual(['Vapi SIP', null])
    expect(numberTitle(number({ phoneNumber: null, name: '' }))).toBe('PN1')
  })

  it('says what it can do', () => {
    expect(
      [
        [true, true],
        [true, false],
        [false, true],
        [false, false],
      ].map(([voice = false, sms = false]) => abilities({ voice, sms })),
    ).toEqual(['Voice and SMS', 'Voice only', 'SMS only', 'Neither voice nor SMS'])
  })

  // Covers: settings-4
  it('is kept while calls go out from it or who was called may call back, and says so', () => {
    expect(releaseRefusal(number(), null)).toBeNull()
    expect(releaseRefusal(number(), 'twilio')).toContain('Calls through Twilio go out')
    expect(releaseRefusal(number(), 'vapi')).toContain('Calls through Vapi go out')
    expect(releaseRefusal(number({ keptUntil: '2026-12-21T01:00:00Z' }), null)).toContain('after Mon 21 Dec')
  })

  // Covers: settings-4
  it('reaches us by itself, or through Vapi where it was imported there', () => {
    const there = number({ id: 'v1' })
    expect(inVapi(number(), [number({ phoneNumber: null }), there])).toBe(there)
    expect(inVapi(number({ phoneNumber: null }), [number({ phoneNumber: null })])).toBeNull()
    expect(connection(true, null).label).toBe('Connected')
    expect(connection(false, null).label).toContain('do not reach Brokerline')
    expect(connection(false, there).label).toBe('Connected through Vapi')
    expect(connection(false, number({ connected: false })).tone).toBe('amber')
  })

  // Covers: settings-4
  it('of Twilio is offered to Vapi where it can call and is not there yet', () => {
    const twilio = [
      number(),
      number({ id: 'PN2', phoneNumber: '+61255501235' }),
      number({ id: 'PN3', phoneNumber: '+61255501236', voice: false }),
    ]
    const there = [number({ id: 'v1', phoneNumber: '+61255501234' }), number({ phoneNumber: null })]
    expect(importable(twilio, there).map(({ id }) => id)).toEqual(['PN2'])
  })
})
