import { describe, expect, it } from 'vitest'
import { blankTexts } from '#contract/brokers/broker-fields.ts'
import type { Broker } from '#contract/brokers/brokers.ts'
import { comparedParts, isDoubtful } from './merge-parts.ts'

const broker: Broker = {
  ...blankTexts,
  id: 1,
  name: 'Petra Novak',
  phone: '+61491570156',
  email: 'petra@example.com',
  location: 'NSW',
  region: 'NSW',
  timezone: 'Australia/Sydney',
  bdm: null,
  registered: null,
  status: 'Pending',
  callBasis: 'relationship',
  callBasisSource: null,
  numberSource: null,
  callBasisAt: null,
  suspended: false,
  suppressed: false,
  createdAt: '2026-11-24T09:00:00+11:00',
}

describe('two records side by side', () => {
  it('have a line for each part that either has', () => {
    const compared = comparedParts(broker, { ...broker, id: 2, email: null })
    expect(compared.map(({ part }) => part)).toEqual(['name', 'phone', 'email', 'place', 'callBasis'])
    expect(compared[2]).toEqual({ part: 'email', kept: 'petra@example.com', going: '' })
  })

  it('are shown as people write them', () => {
    const other: Broker = { ...broker, phone: '+61255501234', company: 'Novak Broking', postcode: '2880' }
    const compared = comparedParts(broker, other)
    expect(compared.filter(({ kept, going }) => kept !== going)).toEqual([
      { part: 'phone', kept: '0491 570 156', going: '(02) 5550 1234' },
      { part: 'company', kept: '', going: 'Novak Broking' },
      { part: 'place', kept: 'NSW', going: 'NSW 2880' },
    ])
  })

  it('are doubtful where nothing that identifies a person is equal', () => {
    const doubtful = (other: Partial<Broker>): boolean =>
      isDoubtful(comparedParts({ ...broker, asicNumber: '400123' }, { ...broker, ...other }))
    const differing = { phone: '+61255501234', email: 'wei@example.com', asicNumber: '400124' }
    expect(doubtful(differing)).toBe(true)
    expect(doubtful({ ...differing, asicNumber: '400123' })).toBe(false)
    expect(doubtful({ ...differing, email: null })).toBe(true)
    expect(doubtful({ phone: '+61255501234', email: null, asicNumber: null })).toBe(false)
  })
})
