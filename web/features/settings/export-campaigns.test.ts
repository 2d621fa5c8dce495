import { expect, it } from 'vitest'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { campaignRows } from './export-campaigns.ts'

const campaign = (changes: Partial<Campaign>): Campaign =>
  ({
    ...{ id: 7, name: 'Spring', product: 'Flex', rate: '5.99', rateType: 'p.a.', comparisonRate: null },
    ...{
      status: 'active',
      audience: { id: 1, name: 'Met at a conference' },
      totalCalls: 10,
      callsCompleted: 6,
    },
    progress: { enrolled: 9, done: 5, inFlight: 1, waiting: 3 },
    funnel: { dialled: 6, screened: 5, reached: 5, chose: 4, booked: 2, accredited: 1 },
    results: {
      ...{ option_1: 1, option_2: 2, option_3: 3, option_4: 4, noChoice: 5, unanswered: 6, failed: 7 },
    },
    ...{ cost: [], createdAt: '2026-11-24T02:00:00.000Z', ...changes },
  }) as Campaign // all that the export reads

it('exports each campaign with all of its figures, and its charges in a column for each currency', () => {
  const [header = [], ...rows] = campaignRows([
    campaign({ cost: [{ currency: 'USD', amount: '0.40', calls: 2 }] }),
    campaign({ id: 8, audience: null, cost: [{ currency: 'AUD', amount: '12.30', calls: 9 }] }),
  ])
  const [spring, other] = rows.map((row) => Object.fromEntries(row.map((value, at) => [header[at], value])))
  expect(spring).toMatchObject({
    ...{ id: 7, audience: 'Met at a conference', total_calls: 10, waiting: 3, dialled: 6, answered: 5 },
    ...{ chose_an_option: 4, booked: 2, accredited: 1, calls_option_3: 3, calls_no_choice: 5 },
    ...{ calls_unanswered: 6, calls_failed: 7, cost_aud: null, cost_usd: '0.40' },
    created_at: '2026-11-24T02:00:00.000Z',
  })
  expect(other).toMatchObject({ id: 8, audience: null, cost_aud: '12.30', cost_usd: null })
  expect(campaignRows([])).toHaveLength(1)
})
