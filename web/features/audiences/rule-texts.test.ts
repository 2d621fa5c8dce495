import { expect, test } from 'vitest'
import { type AudienceRule, audienceRule } from '#contract/brokers/audiences.ts'
import { addedRuleKinds, newRule, ruleText } from './rule-texts.ts'

const names = { campaign: (id: number) => `Campaign ${id}`, bdm: (id: number) => `BDM ${id}` }

test.each<[AudienceRule, string]>([
  [{ kind: 'tier', tiers: ['Reward', 'Neutral'], not: false }, 'Tier is Reward or Neutral'],
  [{ kind: 'tier', tiers: ['Watchlist'], not: true }, 'Tier is not Watchlist'],
  [{ kind: 'suspended', not: true }, 'Not suspended'],
  [{ kind: 'last_loan', within: false, days: 90, not: true }, 'A loan in the last 90 days'],
  [{ kind: 'document', state: 'expires', days: 45, not: true }, 'Has no document expiring within 45 days'],
  [{ kind: 'register', state: 'unknown', not: true }, 'On ASIC’s register'],
  [
    { kind: 'response', campaignId: 7, response: 'option_1', not: true },
    'Campaign 7: not SMS link requested',
  ],
  [{ kind: 'last_loan', within: false, days: 90, not: false }, 'No loan in the last 90 days'],
  [{ kind: 'last_loan', within: true, days: 1, not: false }, 'A loan in the last 1 day'],
  [{ kind: 'region', regions: ['NSW', 'VIC', 'QLD'], not: false }, 'Region is NSW, VIC or QLD'],
  [{ kind: 'response', campaignId: 7, response: 'option_1', not: false }, 'Campaign 7: SMS link requested'],
  [{ kind: 'bdm', bdmId: 3, not: false }, 'BDM is BDM 3'],
  [{ kind: 'register', state: 'unknown', not: false }, 'Not on ASIC’s register'],
])('%o reads %s', (rule, text) => {
  expect(ruleText(rule, names)).toBe(text)
})

test('every kind begins as a rule that may be saved, once something is chosen', () => {
  for (const kind of addedRuleKinds) {
    const rule = newRule(kind, 1, 1)
    expect(ruleText(rule, names)).not.toBe('')
    expect([kind, audienceRule.safeParse(rule).success]).toEqual([kind, kind !== 'aggregator'])
  }
})
