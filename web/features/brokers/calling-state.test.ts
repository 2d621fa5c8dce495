import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { blankTexts } from '#contract/brokers/broker-fields.ts'
import { type BrokerDetails, callingLines } from './calling-state.ts'

// the year of this day is not written
beforeAll(() => void vi.setSystemTime('2026-11-24T01:00:00Z'))
afterAll(() => void vi.useRealTimers())

const NOW = Date.parse('2026-11-24T01:00:00Z')

const broker: BrokerDetails = {
  ...blankTexts,
  id: 17,
  name: 'Priya Nair',
  phone: '+61491570156',
  location: 'NSW',
  region: 'NSW',
  timezone: 'Australia/Sydney',
  bdm: null,
  registered: null,
  status: 'Pending',
  callBasis: 'relationship',
  callBasisSource: 'Broker day, Sydney.',
  numberSource: null,
  callBasisAt: '2026-11-02T01:00:00Z',
  suspended: false,
  suppressed: false,
  createdAt: '2026-11-01T01:00:00Z',
  wash: null,
  suppression: null,
  checks: [],
  hold: null,
}

const read = (change: Partial<BrokerDetails>): string[] =>
  callingLines({ ...broker, ...change }, NOW).map(({ tone, text }) => `${tone}: ${text}`)

describe('callingLines', () => {
  it('names basis and source', () => {
    expect(read({})).toEqual([
      'green: Basis: existing relationship, recorded Mon 2 Nov. Source: Broker day, Sydney.',
      'grey: Not yet checked against the Do Not Call Register.',
    ])
  })
  // Covers: brokers-10
  it('says first what bars every call', () => {
    const suppression = { id: 1, source: 'key', reason: 'Pressed 4', at: '2026-11-10T01:00:00Z' }
    const lines = read({ suppression, suspended: true, phone: null })
    expect(lines[0]).toBe(
      'red: Opted out by pressing 4 in a call on Tue 10 Nov. This number is never called.',
    )
    expect(lines[1]).toContain('Suspended')
    expect(lines[2]).toContain('No phone number')
  })
  it('adds the note of a person to a refusal, and not the reason of an opt-out in a call', () => {
    const noteOf = (source: string): string[] => {
      const suppression = { id: 1, source, reason: 'Asked by letter', at: '2026-11-10T01:00:00Z' }
      const lines = callingLines({ ...broker, suppression }, NOW, true)
      return lines.filter(({ id }) => id === 'suppression').map(({ text }) => text)
    }
    expect(noteOf('manual')).toEqual(['Note on the suppression list: Asked by letter.'])
    expect([...noteOf('key'), ...noteOf('voice')]).toEqual([])
  })
  // Covers: simulator-6
  it('says that nobody calls before a compliance review, and why', () => {
    const hold = {
      since: '2026-11-23T02:00:00Z',
      reason: 'Credit representative 990123 ended on 31 October 2026',
    }
    expect(read({ hold })[0]).toBe(
      'amber: On hold until reviewed: Credit representative 990123 ended on 31 October 2026.',
    )
  })
  it('lets a listed number be called with express consent only', () => {
    const wash = { listed: true, washedOn: '2026-11-20' }
    expect(read({ wash })[1]).toMatch(/^red: .*only express consent/)
    expect(read({ wash, callBasis: 'express' })[1]).toMatch(/^green: .*consent covers/)
  })
  it('wants a fresh answer of the register where there is no basis', () => {
    const washed = (washedOn: string) => read({ callBasis: 'none', wash: { listed: false, washedOn } })[1]
    expect(washed('2026-11-20')).toMatch(/^green: Not on the Do Not Call Register/)
    expect(washed('2026-10-01')).toMatch(/^red: .*over 30 days/)
    expect(read({ callBasis: 'none' })[1]).toMatch(/^red: .*not called until then/)
  })
})
