import { describe, expect, it } from 'vitest'
import type { Broker } from '#contract/brokers.ts'
import { differingParts } from './merge-parts.ts'

const broker: Broker = {
  id: 1,
  name: 'Petra Novak',
  phone: '+61491570156',
  email: 'petra@example.com',
  company: null,
  location: 'NSW',
  region: 'NSW',
  postcode: null,
  timezone: 'Australia/Sydney',
  asicNumber: null,
  membership: null,
  aggregator: null,
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

describe('what two records differ in', () => {
  it('leaves out what is alike and what the other record leaves blank', () => {
    expect(differingParts(broker, { ...broker, id: 2, email: null })).toEqual([])
  })

  it('shows both as people write them, blanks too', () => {
    const other: Broker = {
      ...broker,
      phone: '+61255501234',
      company: 'Novak Broking',
      region: 'NSW',
      postcode: '2880',
    }
    expect(differingParts(broker, other)).toEqual([
      { part: 'phone', kept: '0491 570 156', going: '(02) 5550 1234' },
      { part: 'company', kept: '', going: 'Novak Broking' },
      { part: 'place', kept: 'NSW', going: 'NSW 2880' },
    ])
  })
})
