// Decides how likely two names are those of the same person or company, and from where on that is worth a look.

import { scoreCompanies } from './company-score.rules.ts'
import type { NameKind } from './name-index.rules.ts'
import { type NameScore, scorePeople } from './person-score.rules.ts'

/** From here on two names are worth a person's look. Chosen by cross-validation: `npm run bench names`. */
export const WORKING_CUTOFF: Record<NameKind, number> = { person: 0.8, company: 0.76 }

/** 0 to 1, with the pairs of matching words. */
export function scoreNames(kind: NameKind, one: string, other: string): NameScore {
  return kind === 'person' ? scorePeople(one, other) : scoreCompanies(one, other)
}
