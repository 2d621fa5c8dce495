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
      'A program derives the status of an accreditation from the application’s approval and from the required documents.',
    information: ['application', 'documents'],
    rule: 'Accredited once every required document is approved and not expired. A broker who was accredited and lacks one is lapsed, and accredited again with the next approval. Persons approve applications and documents.',
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
      'A program decides each day which approved documents remind their broker, and which have expired.',
    information: ['documents'],
    rule: 'Reminders 60, 30 and 7 days before the last day that a reviewer recorded; expired on the day after it, unless a newer version is approved. A type of document that becomes required is announced before it counts.',
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
    decides: 'A program computes a score from 0 to 100 for each broker and month.',
    information: ['loans', 'documents', 'registers', 'standing'],
    rule: 'Seven measures of the broker’s loans and compliance, each drawn towards the usual value where there is little evidence, give points; the weighted sum is the score. Weights and points are those of the scorecard’s version.',
    sources: [score('score.rules.ts')],
    version: 'the scorecard of the month',
    automation: 'solely',
    effect: 'The score decides the tier.',
    significant: true,
    override: 'Staff correct loans and calculate again; admins publish another scorecard.',
    contest: APPEAL,
    retention: SCORES,
  },
  tier: {
    label: 'Your tier',
    about: ['broker'],
    decides: 'A program sets the tier of a month: Reward, Neutral or Watchlist.',
    information: ['loans', 'documents', 'registers', 'standing'],
    rule: 'Reward and Watchlist by the scorecard’s cuts; Neutral with fewer loans than it demands.',
    sources: [score('score.rules.ts')],
    version: 'the scorecard of the month',
    automation: 'solely',
    effect:
      'The tier prepares decisions that people make: which brokers are offered rewards, and with whom the lender wants to talk. It ends no accreditation.',
    significant: true,
    override: 'Compliance staff set another tier with a reason, for three months.',
    contest: APPEAL,
    retention: SCORES,
  },
  tier_gate: {
    label: 'What rules out a tier',
    about: ['broker'],
    decides: 'A program limits the tier whatever the points.',
    information: ['standing', 'registers', 'documents'],
    rule: 'A suspension or an ended licence means Watchlist and a score of at most 39.9. An open finding of high risk or expired insurance means no Reward.',
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
