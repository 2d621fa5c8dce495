import { auditLabels } from './audit-labels.ts'

/** Kinds of entries for the audit log's filter, in the order of the choices. */
export const auditKinds = [
  'sign_ins',
  'team',
  'brokers',
  'suppressions',
  'campaigns',
  'microsites',
  'bookings',
  'documents',
  'applications',
  'surveillance',
  'scoring',
  'messages',
  'tasks',
  'settings',
] as const
export type AuditKind = (typeof auditKinds)[number]

export const auditKindLabels: Record<AuditKind, string> = {
  sign_ins: 'Sign-ins and passwords',
  team: 'Team and accounts',
  brokers: 'Brokers and imports',
  suppressions: 'Suppressions',
  campaigns: 'Campaigns and calls',
  microsites: 'Microsites',
  bookings: 'Bookings and BDMs',
  documents: 'Documents and vault',
  applications: 'Accreditation',
  surveillance: 'Surveillance',
  scoring: 'Scoring',
  messages: 'Messages',
  tasks: 'Tasks',
  settings: 'Settings and system',
}

/** The first words of each kind's actions. */
const nouns: Record<AuditKind, readonly string[]> = {
  sign_ins: ['sign_in', 'sign_on', 'sign_out', 'session', 'password', 'passkey', 'two_factor'],
  team: ['user', 'api_key', 'registration', 'session_limits', 'saved_view'],
  brokers: ['broker', 'bulk_change', 'import', 'audience'],
  suppressions: ['suppression', 'suppressions'],
  campaigns: ['campaign', 'campaign_template', 'call', 'calling_rules', 'recording'],
  microsites: ['microsite'],
  bookings: ['booking', 'bdm'],
  documents: ['document', 'document_type', 'documents', 'rejection_reasons', 'vault'],
  applications: ['application', 'accreditation'],
  surveillance: ['complaint', 'compliance', 'contest', 'licensee', 'register', 'surveillance', 'seals'],
  scoring: ['loan_import', 'score_appeal', 'scorecard', 'scoring'],
  messages: ['message'],
  tasks: ['requested_call', 'task'],
  settings: ['audit', 'organisation', 'number', 'retention', 'job', 'webhook', 'backup', 'backup_settings'],
}

const nounOf = (action: string): string => action.split('.')[0] ?? action

/** The actions of a kind, e.g. 'sign_in.failed' of the sign-ins. */
export function actionsOf(kind: AuditKind): string[] {
  return Object.keys(auditLabels).filter((action) => nouns[kind].includes(nounOf(action)))
}
