import { describe, expect, it } from 'vitest'
import { SIMULATOR_REFUSES } from '#contract/brokers/phone-messages.ts'
import {
  type BrokerStanding,
  FICTITIOUS,
  isWithinHours,
  SUPPRESSED,
  type TestCallFacts,
  testCallRefusal,
} from './test-call.rules.ts'

const PERTH = { region: 'WA', zone: 'Australia/Perth' } as const
/** 9:30 in Sydney, 6:30 in Perth. */
const TUESDAY_MORNING = new Date('2026-11-24T09:30:00+11:00')
const SUNDAY = new Date('2026-11-22T12:00:00+11:00')

const live: TestCallFacts = {
  kind: 'mobile',
  suppressed: false,
  mayDial: true,
  simulated: false,
  place: { region: 'NSW', zone: 'Australia/Sydney' },
  policy: { respectStateHolidays: true },
  standing: null,
  leadMs: 500,
}

describe('a test call', () => {
  it('may be made within the legal hours, and with the simulator at any hour', () => {
    expect(testCallRefusal(live, TUESDAY_MORNING)).toBeNull()
    expect(testCallRefusal({ ...live, simulated: true }, SUNDAY)).toBeNull()
  })

  // Covers: test-calls-4
  it('names the next permitted time at the place of the number', () => {
    expect(testCallRefusal({ ...live, place: PERTH }, TUESDAY_MORNING)).toMatch(
      /Outside the legal calling hours.*from Tue,? 24 Nov,? (at )?9:00\s?am (AWST|GMT\+8)/,
    )
    expect(testCallRefusal(live, SUNDAY)).toMatch(/from Mon,? 23 Nov,? (at )?9:00/)
  })

  // Covers: test-calls-4
  it('is not begun in the last moment of the hours, which end before it rings', () => {
    const remaining = (ms: number) => new Date(Date.parse('2026-11-24T20:00:00+11:00') - ms)
    expect(testCallRefusal(live, remaining(600))).toBeNull()
    expect(testCallRefusal(live, remaining(400))).toMatch(/from Wed,? 25 Nov,? (at )?9:00/)
    expect(isWithinHours(live, remaining(400))).toBe(false)
    expect(isWithinHours({ ...live, simulated: true }, SUNDAY)).toBe(true)
  })

  it('waits for the whole country where the place is not known', () => {
    const unknown = { ...live, place: { region: null, zone: null } }
    expect(testCallRefusal(unknown, TUESDAY_MORNING)).toMatch(/12:00\s?pm/)
  })

  // Covers: test-calls-4
  it.each([
    'premium',
    'tollfree',
    'shared',
    'short',
    'emergency',
    'foreign',
    'invalid',
  ] as const)('is never made to a number that is %s', (kind) => {
    expect(testCallRefusal({ ...live, kind }, TUESDAY_MORNING)).toMatch(/Enter a valid phone number/)
  })

  // Covers: test-calls-5
  it.each([
    ['suspended', { suspended: true }, /suspended/],
    ['held for a compliance review', { held: true }, /compliance review/],
    ['listed', { wash: { listed: true, washedOn: '2026-11-20' } }, /Do Not Call Register/],
    ['without a basis', { callBasis: 'none' }, /No basis to call/],
  ] as const)('to a broker who is %s is not made', (_what, changes, sentence) => {
    const fine = {
      suspended: false,
      held: false,
      callBasis: 'relationship',
      callBasisAt: null,
      wash: null,
    } as const
    const standing: BrokerStanding = { ...fine, ...changes }
    expect(testCallRefusal({ ...live, standing }, TUESDAY_MORNING)).toMatch(sentence)
  })

  // Covers: test-calls-5
  it('to a listed broker is made with a dated express consent', () => {
    const consent = { callBasis: 'express', callBasisAt: '2026-11-01T00:00:00Z' } as const
    const wash = { listed: true, washedOn: '2026-11-20' }
    const standing = { suspended: false, held: false, ...consent, wash }
    expect(testCallRefusal({ ...live, standing }, TUESDAY_MORNING)).toBeNull()
  })

  it('obeys suppression, and the provider that dials only fictitious numbers or none of them', () => {
    expect(testCallRefusal({ ...live, suppressed: true }, TUESDAY_MORNING)).toBe(SUPPRESSED)
    expect(testCallRefusal({ ...live, mayDial: false }, TUESDAY_MORNING)).toBe(FICTITIOUS)
    expect(testCallRefusal({ ...live, mayDial: false, simulated: true }, SUNDAY)).toBe(SIMULATOR_REFUSES)
  })
})
