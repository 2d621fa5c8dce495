import { type AutomatedDecision, CONTACT_US } from './decision-kinds.ts'

const surveillance = (file: string): string => `server/modules/surveillance/${file}`
const WITH_RECORD = 'Kept until your record is erased.'

/** Decisions about register entries, suspension and applications. */
export const complianceDecisions = {
  register_match: {
    label: 'Whether a register entry or news item may be about you',
    about: ['broker'],
    decides:
      'A computer program compares brokers with ASIC’s registers and with news, gives each finding a risk from 0 to 100, and flags a broker from 50.',
    information: ['name', 'company', 'asic_number', 'place', 'registers', 'news'],
    rule: 'Points for an ASIC number that is on no register, ended, suspended or held by another name, and for a banned person or company of the same or a similar name: more in the same state or postcode, fewer in another state, half for a ban that is over. News counts with words that staff chose. The highest finding counts. A finding that a reviewer has cleared comes back only if the entry changes.',
    sources: [
      surveillance('checks/assess-broker.rules.ts'),
      surveillance('mentions/find-mentions.rules.ts'),
      surveillance('many/many.rules.ts'),
    ],
    version: '2026-11',
    automation: 'substantially',
    effect:
      'A flagged broker is reviewed by a person, and the risk lowers the compliance points of the score.',
    significant: true,
    override: 'Compliance staff clear a finding with a note.',
    contest: CONTACT_US,
    retention: WITH_RECORD,
  },
  register_hold: {
    label: 'Whether calls to you wait for a review',
    about: ['broker'],
    decides:
      'A computer program holds calls to a broker while a finding of high risk waits for a person’s decision.',
    information: ['registers', 'news', 'standing'],
    rule: 'A finding with a risk of 80 or more that nobody has cleared holds calls, even if it concerns many brokers. Clearing it, or a suspension, ends the hold.',
    sources: [surveillance('checks/checks.store.ts')],
    version: '2026-11',
    automation: 'solely',
    effect: 'You get no calls of campaigns until a person has decided.',
    significant: true,
    override: 'Compliance staff end it with their review.',
    contest: CONTACT_US,
    retention: WITH_RECORD,
  },
  suspension_review: {
    label: 'Whether a suspension is considered',
    about: ['broker'],
    decides:
      'A computer program lists flagged brokers for review, the highest risk first. It never suspends anybody: a person proposes a suspension, and a second one confirms it where the lender requires two.',
    information: ['registers', 'news', 'standing'],
    rule: 'Every broker whose risk is 50 or more, and whom nobody has cleared, is listed with the findings and their points.',
    sources: [surveillance('reviews/decide-compliance.rules.ts'), surveillance('flagged.views.ts')],
    version: '2026-11',
    automation: 'substantially',
    effect: 'A person may suspend you: no calls, and the tier Watchlist at most.',
    significant: true,
    override: 'Compliance staff clear, suspend or reinstate, each with a note.',
    contest: CONTACT_US,
    retention: WITH_RECORD,
  },
  application_screening: {
    label: 'Whether a register entry concerns an applicant',
    about: ['applicant'],
    decides:
      'A computer program compares each application for accreditation with ASIC’s registers before a reviewer sees it.',
    information: ['name', 'company', 'asic_number', 'place', 'registers', 'application'],
    rule: 'The same points as in the register checks of brokers. From 50, a reviewer who approves has to give a reason.',
    sources: [
      surveillance('checks/assess-broker.rules.ts'),
      surveillance('applications/screen-applications.ts'),
      'server/modules/accreditations/review-application.rules.ts',
    ],
    version: '2026-11',
    automation: 'substantially',
    effect: 'A person decides on the application with these findings in view.',
    significant: true,
    override: 'The reviewer approves with a justification.',
    contest: CONTACT_US,
    retention: 'Kept with the application until it is erased.',
  },
} as const satisfies Record<string, AutomatedDecision>
