import { readFileSync } from 'node:fs'
import { type ScorecardRules, scorecardRules } from '#contract/scoring/scorecards.ts'

const migration = new URL('../../server/migrations/0058_scoring.sql', import.meta.url)

/** The scorecard as delivered. */
export const deliveredRules: ScorecardRules = scorecardRules.parse(
  JSON.parse(/'(\{\s*"criteria".*?\})'\);/s.exec(readFileSync(migration, 'utf8'))?.[1] ?? ''),
)
