import { type AutomatedDecision, CONTACT_US } from './decision-kinds.ts'

/** Decisions about records of people. */
export const recordDecisions = {
  duplicate_records: {
    label: 'Whether two records may be one person',
    about: ['broker'],
    decides: 'A computer program suggests records that may be the same broker. It merges none.',
    information: ['name', 'company', 'phone', 'email', 'asic_number'],
    rule: 'The same email address, number or ASIC number, or the same name where the companies do not differ.',
    sources: [
      'server/modules/brokers/merge-brokers.views.ts',
      'server/modules/brokers/merge-brokers.rules.ts',
    ],
    version: '2026-11-29',
    automation: 'substantially',
    effect:
      'A person may merge the records: one history, the earlier suspension, never a consent of the other.',
    significant: false,
    override: 'Staff decide on each merge.',
    contest: CONTACT_US,
    retention:
      'A suggestion is worked out each time and not kept; a merge is kept until your record is erased.',
  },
  import_match: {
    label: 'Whether a row of a list is about you',
    about: ['broker'],
    decides:
      'For each row of an imported list, a computer program decides whether it adds a broker, updates one or is rejected.',
    information: ['name', 'phone', 'email', 'asic_number'],
    rule: 'The ASIC number, the email address, or phone and name together. A row that matches two brokers, or one that an earlier row matched, is rejected with its reason.',
    sources: [
      'server/modules/brokers/imports/match-brokers.rules.ts',
      'server/modules/brokers/imports/plan-batch.rules.ts',
    ],
    version: '2026-11-29',
    automation: 'substantially',
    effect: 'Your details are added or updated once staff confirm the preview. Opt-outs stay.',
    significant: false,
    override: 'Staff see the preview before the import, and can undo it.',
    contest: CONTACT_US,
    retention: 'Rows are kept for the period that the lender sets, changes until your record is erased.',
  },
  retention_removal: {
    label: 'When your data is removed',
    about: ['broker', 'applicant', 'visitor', 'account'],
    decides: 'Every night a computer program removes personal data whose retention period has ended.',
    information: ['record_age'],
    rule: 'The lender sets a period for each kind of data, none shorter than the program allows. Data that is still in use stays.',
    sources: ['contract/system/retention-terms.ts', 'server/modules/system/retention/remove-expired.ts'],
    version: '2026-11-30',
    automation: 'solely',
    effect: 'Recordings, transcripts, messages and other data about you are gone for good.',
    significant: false,
    override: 'Admins change the periods; what was removed cannot be restored.',
    contest: CONTACT_US,
    retention: 'The counts of each night are kept.',
  },
} as const satisfies Record<string, AutomatedDecision>
