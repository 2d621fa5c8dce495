import { type AutomatedDecision, CONTACT_US } from './decision-kinds.ts'

const score = (file: string): string => `server/modules/scoring/score/${file}`
const APPEAL = 'Appeal in the portal under Score: a person answers within two weeks.'
const SCORES = 'Kept with its inputs and the version of its rules until your record is erased.'

/** Decisions about accreditation, documents and scores. */
export const standingDecisions = {
  accreditation: {
    label: 'Whether you are accredited',
    about: ['broker'],
    decides:
      'A computer program sets your accreditation status from your application and your required documents.',
    information: ['application', 'documents'],
    rule: 'You are accredited once every required document is approved and current. If one is missing or has expired, the accreditation lapses; the next approval restores it. People approve applications and documents.',
    sources: ['server/modules/accreditations/accreditation-status.rules.ts'],
    version: '2026-11-29',
    automation: 'solely',
    effect: 'Your accreditation begins, lapses or is restored.',
    significant: true,
    override: 'Reviewers approve or reject a document; admins change which documents are required.',
    contest: CONTACT_US,
    retention: 'The status and its day are kept until your record is erased, changes in the audit log.',
  },
  document_expiry: {
    label: 'Whether a document has expired',
    about: ['broker'],
    decides:
      'Every day a computer program checks which approved documents have expired, and which expire soon and need a reminder.',
    information: ['documents'],
    rule: 'You get reminders 60, 30 and 7 days before the last day that a reviewer recorded. The document has expired on the day after it, unless a newer version is approved. When another type of document becomes required, you hear of it before it counts.',
    sources: ['server/modules/documents/expiry.rules.ts', 'server/modules/documents/newly-required.rules.ts'],
    version: '2026-11-29',
    automation: 'solely',
    effect: 'An expired required document ends the accreditation, and lowers the score.',
    significant: true,
    override: 'Reviewers correct the last day or approve a newer version.',
    contest: 'Upload the newer document in the portal, or contact us.',
    retention: 'Kept with the document; replaced versions for the period that the lender sets.',
  },
  score: {
    label: 'Your monthly score',
    about: ['broker'],
    decides: 'A computer program calculates a score from 0 to 100 for each broker every month.',
    information: ['loans', 'documents', 'registers', 'standing'],
    rule: 'Seven measures of your loans and compliance earn points. With few loans, a measure moves towards the usual value. The score is the weighted sum; weights and points are those of the month’s scorecard.',
    sources: [score('score.rules.ts')],
    version: 'the scorecard of the month',
    automation: 'solely',
    effect: 'The score sets your tier.',
    significant: true,
    override: 'Staff correct loans and calculate again; admins publish another scorecard.',
    contest: APPEAL,
    retention: SCORES,
  },
  tier: {
    label: 'Your tier',
    about: ['broker'],
    decides: 'A computer program sets your tier for the month: Reward, Neutral or Watchlist.',
    information: ['loans', 'documents', 'registers', 'standing'],
    rule: 'The scorecard says from which score a broker is in Reward and below which in Watchlist. With fewer loans than it requires, the tier is Neutral.',
    sources: [score('score.rules.ts')],
    version: 'the scorecard of the month',
    automation: 'solely',
    effect:
      'People use the tier when they decide which brokers to offer rewards to and which to talk to. It ends no accreditation.',
    significant: true,
    override: 'Compliance staff set another tier with a reason, for three months.',
    contest: APPEAL,
    retention: SCORES,
  },
  tier_gate: {
    label: 'What rules out a tier',
    about: ['broker'],
    decides: 'A computer program limits your tier, whatever your points.',
    information: ['standing', 'registers', 'documents'],
    rule: 'With a suspension or an ended licence, the tier is Watchlist and the score at most 39.9. With an open finding of high risk or expired insurance, the tier is not Reward.',
    sources: [score('score.rules.ts'), score('facts.store.ts')],
    version: 'the scorecard of the month',
    automation: 'solely',
    effect: 'Your tier is lower than your points alone would give.',
    significant: true,
    override: 'Compliance staff clear the finding or set another tier with a reason.',
    contest: APPEAL,
    retention: SCORES,
  },
} as const satisfies Record<string, AutomatedDecision>
