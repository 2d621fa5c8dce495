import { type Action, actions } from '#contract/policy.ts'

/**
 * Actions of the policy table that no API key may have: they concern the person who is signed in, need a person's
 * judgement, open personal files, or change who has access.
 */
const personal = [
  'own_account.write',
  'own_reports.write',
  'own_notifications.write',
  'own_setup.write',
  'own_calendar.write',
  'saved_views.write',
  'saved_views.share',
  'team.write',
  'api_keys.write',
  'sign_on.write',
  'webhooks.write',
  'session_limits.write',
  'retention.write',
  'backups.write',
  'applications.review',
  'documents.read',
  'documents.review',
  'recordings.read',
  'vault.read',
  'vault.write',
  'surveillance.review',
  'contests.answer',
  'complaints.answer',
  'calling_rules.write',
  'calling_rules.loosen',
  'scoring.override',
  'simulator.inspect',
] as const satisfies readonly Action[]

/** A permission of an API key. Scopes are actions of the policy table, so that both are checked in one place. */
export type Scope = Exclude<Action, (typeof personal)[number]>

/** What each scope permits, as the screen names it. */
export const scopeLabels: Record<Scope, string> = {
  'admin_area.read': 'Read brokers, campaigns, calls, bookings and the other lists that all staff may read',
  'campaigns.write': 'Create and change campaigns',
  'calls.dial': 'Start calls',
  'calls.end': 'End calls',
  'brokers.write': 'Create and change brokers',
  'brokers.import': 'Import brokers',
  'brokers.merge': 'Merge brokers',
  'suppressions.add': 'Suppress numbers',
  'suppressions.remove': 'End suppressions',
  'suppressions.wash': 'Import Do Not Call washes',
  'microsites.write': 'Create and change microsites',
  'bookings.write': 'Book, move and mark meetings',
  'tasks.work': 'Work on tasks',
  'complaints.record': 'Record complaints',
  'complaints.read': 'Read complaints',
  'document_types.write': 'Change the types of documents',
  'rejection_reasons.write': 'Change the rejection reasons',
  'access_log.read': 'Read the access log of documents',
  'people.export': 'Export everything about a person',
  'outbox.read': 'Read sent messages',
  'outbox.write': 'Send messages again',
  'jobs.retry': 'Retry failed jobs',
  'organisation.write': 'Change the organisation',
  'numbers.write': 'Rent and release phone numbers',
  'registers.import': 'Import registers',
  'surveillance.check': 'Start compliance checks',
  'seals.read': 'Export sealed rows with their proofs',
  'scoring.calculate': 'Import loans and calculate scores',
  'scorecards.write': 'Change scorecards',
  'audiences.write': 'Create and change audiences',
}

export const scopes = Object.keys(scopeLabels) as [Scope, ...Scope[]] // the keys of the table above

const all: ReadonlySet<string> = new Set(scopes)

/** Whether an API key may have this permission. */
export const isScope = (access: string): access is Scope => access in actions && all.has(access)
