import { describe, expect, it } from 'vitest'
import { interactionFilters, interactionQuery, isFiltered } from './interaction-filters.ts'

const query = (change: Partial<typeof interactionFilters>) =>
  interactionQuery({ ...interactionFilters, ...change })

describe('filters of the interactions', () => {
  it('sends what is chosen and nothing else', () => {
    expect(query({ campaignId: '7', region: 'TAS', response: 'any' })).toEqual({
      campaignId: 7,
      region: 'TAS',
      response: 'any',
    })
    expect(query({})).toEqual({})
  })

  it('leaves out what an address holds that nobody knows', () => {
    expect(query({ campaignId: 'x', region: 'Texas', status: 'lost', q: ' Ann ' })).toEqual({ q: 'Ann' })
    expect(isFiltered({ ...interactionFilters, region: 'Texas' })).toBe(false)
    expect(isFiltered({ ...interactionFilters, status: 'failed' })).toBe(true)
  })
})
