// Names what the count of each kind of automated decision counts.

import type { DecisionKind } from '#contract/decisions/decision-kinds.ts'

/** Kinds whose decisions are stored. */
export type CountedKind = Exclude<DecisionKind, 'duplicate_records' | 'request_limit' | 'file_check'>

export const countedTexts: Readonly<Record<DecisionKind, string>> = {
  call_eligibility: 'Decisions before calls',
  retry: 'Further calls to somebody who was not reached',
  best_hours: 'Calls that waited for a better hour',
  hold_out: 'Brokers assigned to be called or not by chance',
  opt_out: 'Opt-outs and holds from calls and SMS',
  call_reading: 'Calls that somebody or a machine answered',
  register_match: 'Checks of a broker',
  register_hold: 'Holds of calls that began',
  suspension_review: 'Brokers flagged for a review',
  application_screening: 'Applications last screened in this month',
  accreditation: 'Changes of an accreditation’s status',
  document_expiry: 'Reminders and expiries',
  score: 'Scores of this month',
  tier: 'Tiers of this month',
  tier_gate: 'Scores of this month with a bar',
  duplicate_records: 'Computed when they are read, and not stored',
  import_match: 'Rows of uploaded lists',
  retention_removal: 'Records removed',
  form_check: 'Forms marked',
  request_limit: 'Stored only until the limit ends',
  file_check: 'Refused files are not stored',
  meeting_time: 'Meetings and requests for one',
}
