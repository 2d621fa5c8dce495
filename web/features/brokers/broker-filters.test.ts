import { describe, expect, it } from 'vitest'
import { brokerFilterChoices, brokerFilters, brokerQuery, isFiltered } from './broker-filters.ts'

describe('brokerQuery', () => {
  it('asks for nothing but the order by default', () => {
    expect(brokerQuery(brokerFilters)).toEqual({ sort: '-createdAt' })
    expect(isFiltered(brokerFilters)).toBe(false)
    expect(isFiltered({ ...brokerFilters, sort: 'name' })).toBe(false)
  })
  it('passes on every filter', () => {
    const filters = {
      q: 'ann',
      region: 'NSW',
      status: 'Verified',
      callBasis: 'express',
      suppressed: 'true',
      callable: 'on_hold',
      bdmId: 'none',
      aggregator: 'Redgum Aggregation',
      createdWithinDays: '7',
      sort: 'name',
    }
    expect(brokerQuery(filters)).toEqual({ ...filters, createdWithinDays: 7 })
    expect(isFiltered(filters)).toBe(true)
  })
  it('leaves out what a mistyped address holds', () => {
    const filters = {
      ...brokerFilters,
      region: 'Paris',
      suppressed: 'maybe',
      createdWithinDays: '-1',
      sort: 'email',
    }
    expect(brokerQuery(filters)).toEqual({})
    expect(isFiltered(filters)).toBe(false)
  })
  it('offers only what the server takes', () => {
    for (const { name, options } of brokerFilterChoices)
      for (const { value } of options.slice(1))
        expect(brokerQuery({ ...brokerFilters, [name]: value })[name], `${name}=${value}`).toBeDefined()
  })
})
