import { expect, it } from 'vitest'
import { factRows } from './decision-facts.ts'

it('lists the facts of a decision in words, whatever their shape', () => {
  expect(
    factRows({
      callBasis: 'relationship',
      suspended: false,
      place: { zone: 'Australia/Perth', region: null },
      campaignDials: [{ at: '2026-11-20', outcome: 'busy' }],
      wash: null,
      otherDials: [],
    }),
  ).toEqual([
    { label: 'Call basis', value: 'relationship' },
    { label: 'Suspended', value: 'No' },
    { label: 'Place zone', value: 'Australia/Perth' },
    { label: 'Place region', value: '–' },
    { label: 'Campaign dials', value: 'at 2026-11-20, outcome busy' },
    { label: 'Wash', value: '–' },
    { label: 'Other dials', value: 'None' },
  ])
})
