import { expect, it } from 'vitest'
import type { Gate } from '#contract/scoring/scoring.ts'
import { liftText } from './lift-text.ts'

const score = {
  gates: [] as Gate[],
  calculatedTier: 'Neutral' as const,
  manualOverride: false,
  totalLoans: 14,
}
const facts = {
  nextTier: 'Reward' as const,
  override: null,
  lifts: [{}],
  score,
  scorecard: { lowVolumeBelow: 6 },
}
const override = {
  ...{ tier: 'Reward' as const, reason: 'New', by: 'Ana', at: '2026-11-01T00:00:00Z' },
  expiresOn: '2027-02-01',
}

// Covers: scoring-11
it.each([
  ['with lifts alone', facts, null],
  ['without any lift', { ...facts, lifts: [] }, /several have to improve together/],
  [
    'with too few loans',
    { ...facts, lifts: [], score: { ...score, totalLoans: 3 } },
    /^With 3 loans, fewer than 6, the tier stays Neutral/,
  ],
  ['in Reward', { ...facts, nextTier: null, lifts: [] }, /^Reward is the highest tier/],
  [
    'behind a gate',
    { ...facts, lifts: [], score: { ...score, gates: ['pi_expired' as const] } },
    /^Reward is not possible, whatever the points, while this applies: The professional indemnity insurance has expired/,
  ],
  [
    'from Watchlist, where the gate bars Reward only',
    {
      ...facts,
      nextTier: 'Neutral' as const,
      score: { ...score, calculatedTier: 'Watchlist' as const, gates: ['high_flag' as const] },
    },
    null,
  ],
  [
    'after an override to Reward',
    { ...facts, override, score: { ...score, manualOverride: true } },
    /^The tier was set to Reward until .*; by its points it is Neutral\.$/,
  ],
])('says what is true of a score %s', (_, given, text) => {
  if (text === null) expect(liftText(given)).toBeNull()
  else expect(liftText(given)).toMatch(text)
})
