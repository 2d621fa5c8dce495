/** Who may do what: the one table that the API enforces and the screens read to disable what a role may not do. */

export const staffRoles = ['admin', 'lender', 'compliance', 'viewer'] as const
export type StaffRole = (typeof staffRoles)[number]

const everyone: readonly StaffRole[] = staffRoles

export const actions = {
  'admin_area.read': everyone,
  /** The signed-in user's own password, two-factor and sessions: allowed before a required two-factor is set up. */
  'own_account.write': everyone,
  /** Which reports of the figures one gets by mail. */
  'own_reports.write': everyone,
  /** Which notifications one has read, and on which devices one gets them. */
  'own_notifications.write': everyone,
  /** Filters and columns of lists, kept under a name. */
  'saved_views.write': everyone,
  /** For the whole team. */
  'saved_views.share': ['admin', 'lender', 'compliance'],
  /** Whether the user still sees the first steps of a new installation. */
  'own_setup.write': everyone,
  'campaigns.write': ['admin', 'lender'],
  'calls.dial': ['admin', 'lender'],
  'calls.end': ['admin', 'lender'],
  'recordings.read': ['admin', 'lender', 'compliance'],
  'brokers.write': ['admin', 'lender'],
  'brokers.import': ['admin', 'lender'],
  'suppressions.add': ['admin', 'lender', 'compliance'],
  'suppressions.remove': ['admin', 'compliance'],
  'suppressions.wash': ['admin', 'compliance'],
  'microsites.write': ['admin', 'lender'],
  'bookings.write': ['admin', 'lender'],
  /** Connecting the calendar of the BDM with the user's own email address; of others with `bookings.write`. */
  'own_calendar.write': everyone,
  /** Tasks; each needs the right of its matter too, e.g. `documents.review`. */
  'tasks.work': ['admin', 'lender', 'compliance'],
  /** Contests of automated decisions. */
  'contests.answer': ['admin', 'compliance'],
  /** Complaints that arrive by email, phone or letter. */
  'complaints.record': ['admin', 'lender', 'compliance'],
  'complaints.read': ['admin', 'compliance'],
  'complaints.answer': ['admin', 'compliance'],
  'applications.review': ['admin', 'compliance'],
  /** Personal documents: files, pages and names. */
  'documents.read': ['admin', 'compliance'],
  'documents.review': ['admin', 'compliance'],
  'document_types.write': ['admin'],
  'rejection_reasons.write': ['admin', 'compliance'],
  /** The access log of documents. */
  'access_log.read': ['admin', 'compliance'],
  'vault.read': ['admin', 'compliance'],
  'vault.write': ['admin'],
  'brokers.merge': ['admin', 'lender'],
  /** Everything about one person, documents and recordings too. */
  'people.export': ['admin', 'compliance'],
  'outbox.read': ['admin'],
  'outbox.write': ['admin'],
  'jobs.retry': ['admin'],
  'organisation.write': ['admin'],
  /** Backups, their schedule, and whether calls go on after a restore. */
  'backups.write': ['admin'],
  /** How long data is kept. */
  'retention.write': ['admin'],
  /** How long people stay signed in. */
  'session_limits.write': ['admin'],
  /** Single sign-on of staff. */
  'sign_on.write': ['admin'],
  /** Renting and releasing numbers, testing the connection to vendors. */
  'numbers.write': ['admin'],
  'team.write': ['admin'],
  /** Keys with which other programs call the API. */
  'api_keys.write': ['admin'],
  /** Addresses that events are sent to. */
  'webhooks.write': ['admin'],
  'registers.import': ['admin', 'compliance'],
  'surveillance.check': ['admin', 'compliance'],
  'surveillance.review': ['admin', 'compliance'],
  /** Loans, and the calculation of a month. */
  'scoring.calculate': ['admin', 'compliance'],
  'scoring.override': ['admin', 'compliance'],
  'scorecards.write': ['admin'],
  /** Drafts and publication of rules that permit no more than those in force. */
  'calling_rules.write': ['admin', 'compliance'],
  /** Publication of rules that permit more, up to the widest of all. */
  'calling_rules.loosen': ['compliance'],
  /** The log of sealed rows: its state, and exports that others verify. */
  'seals.read': ['admin', 'compliance'],
  'audiences.write': ['admin', 'lender'],
  'simulator.inspect': ['admin'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Action = keyof typeof actions

/** True when a member of staff with this role may do this. */
export function roleMay(role: StaffRole | null | undefined, action: Action): boolean {
  const allowed: readonly StaffRole[] = actions[action]
  return role != null && allowed.includes(role)
}

const roleNames: Record<StaffRole, string> = {
  admin: 'admins',
  lender: 'lenders',
  compliance: 'compliance staff',
  viewer: 'viewers',
}

/** Each role as one person has it: 'You are invited as an admin'. */
export const roleNouns: Record<StaffRole, string> = {
  admin: 'an admin',
  lender: 'a lender',
  compliance: 'a compliance officer',
  viewer: 'a viewer',
}

/** The sentence that a disabled control and a 403 show, e.g. 'Only admins and lenders may do this.' */
export function refusalText(action: Action): string {
  const names = actions[action].map((role) => roleNames[role])
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]
  return `Only ${list} may do this.`
}
