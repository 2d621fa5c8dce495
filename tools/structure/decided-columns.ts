import type { DecisionKind } from '#contract/decisions/decision-kinds.ts'

/** Why a column holds no automated decision. */
export const noDecision = {
  person: 'a person decides it',
  progress: 'progress of work, a call, a message or a vendor',
  fact: 'a fact from outside, or a reason, source or copy of something else',
  lender: 'concerns the lender and no other person',
} as const
type NoDecision = keyof typeof noDecision

/**
 * Columns with an outcome, of every table that the product writes: its kind in the register of automated decisions, or
 * why it holds none.
 */
export const decidedColumns: Readonly<Record<string, Readonly<Record<string, DecisionKind | NoDecision>>>> = {
  applicationEvents: { status: 'person', reason: 'person' },
  applications: { status: 'person', reason: 'person', reviewReason: 'form_check', source: 'fact' },
  applicationScreenings: { result: 'application_screening', riskScore: 'application_screening' },
  auditLog: { action: 'fact' },
  bdmAbsences: { reason: 'person' },
  bdmCalendarEntries: { listed: 'progress' },
  bdmCalendars: { state: 'progress' },
  backups: { drillResult: 'progress' },
  bookings: { status: 'meeting_time', reviewReason: 'form_check', source: 'fact' },
  brokerAccreditations: { status: 'accreditation' },
  brokerCompliance: {
    ...{ riskScore: 'register_match', status: 'suspension_review', flaggedAt: 'suspension_review' },
    ...{ heldSince: 'register_hold', heldReason: 'register_hold' },
  },
  brokerImports: { accepted: 'import_match', rejected: 'import_match', result: 'progress' },
  brokers: { suspendedAt: 'person' },
  brokerScores: {
    ...{ overall: 'score', avgCreditScore: 'fact', calculatedTier: 'tier', tier: 'tier' },
    gates: 'tier_gate',
  },
  bulkChangeBrokers: { outcome: 'person', reason: 'person' },
  callDecisions: { verdict: 'call_eligibility', reasons: 'call_eligibility' },
  callingRules: { source: 'lender' },
  calls: {
    outcome: 'call_reading',
    status: 'progress',
    endedStatus: 'progress',
    recordingStatus: 'progress',
  },
  campaignArms: { arm: 'hold_out' },
  campaigns: { status: 'lender', pausedReason: 'lender' },
  complaints: { status: 'person', answer: 'person', suspicion: 'form_check' },
  complianceChecks: { result: 'register_match', riskScore: 'register_match' },
  complianceDays: { suspended: 'fact' },
  complianceFindings: {
    ...{ risk: 'register_match', reason: 'register_match' },
    ...{ clearedAt: 'person', clearedBy: 'person' },
  },
  complianceReviews: { action: 'person', riskScore: 'fact' },
  contests: {
    ...{ status: 'person', answer: 'person', reason: 'person', decision: 'fact' },
    suspicion: 'form_check',
  },
  documentEvents: { reason: 'person' },
  documentRequests: { endedAt: 'person' },
  documents: { status: 'person', reason: 'person', renderState: 'progress' },
  documentTypes: { retiredAt: 'lender' },
  dueDays: { endedBy: 'progress' },
  enrolments: { state: 'retry', endedReason: 'retry', reached: 'retry', hoursArm: 'best_hours' },
  figures: { source: 'fact' },
  findingsOfMany: { state: 'person', reason: 'fact' },
  handOffRings: { state: 'progress', acceptedAt: 'person', endedAt: 'progress', endedBy: 'progress' },
  handOffs: { state: 'progress', endedAt: 'progress' },
  idempotencyKeys: { status: 'progress' },
  jobRuns: { result: 'progress', endedAt: 'progress' },
  loanImportRows: { approvedOn: 'fact', creditScore: 'fact' },
  loanImports: { accepted: 'import_match', rejected: 'import_match', status: 'progress' },
  loans: { approvedOn: 'fact', creditScore: 'fact' },
  messages: { status: 'progress', reason: 'progress' },
  numberWashes: { listed: 'fact' },
  registerEntries: { status: 'fact', state: 'fact', endedOn: 'fact' },
  registerFetches: { reason: 'progress' },
  registerQuarantine: { reason: 'progress' },
  registerSnapshots: { source: 'fact' },
  requestedCalls: { state: 'call_eligibility', reason: 'call_eligibility' },
  reservedTimes: { heldUntil: 'meeting_time' },
  retentionRuns: { status: 'retention_removal' },
  runs: { state: 'progress' },
  scoreOverrides: {
    ...{ tier: 'person', reason: 'person', calculatedTier: 'fact' },
    ...{ endedAt: 'person', endedReason: 'person' },
  },
  sealedEntries: { source: 'fact' },
  sealedSources: { source: 'fact' },
  sealFaults: { source: 'fact' },
  suppressions: {
    ...{ source: 'opt_out', reason: 'opt_out' },
    ...{ endedAt: 'opt_out', endedBy: 'person', endedReason: 'opt_out' },
  },
  tasks: { state: 'person', endedReason: 'progress' },
  vaultKeys: { retiredAt: 'lender' },
  webhookAttempts: { status: 'progress' },
  webhookDeliveries: { state: 'progress', status: 'progress' },
}

/** Tables without such a column whose rows are a decision. */
export const decidedTables: Readonly<Record<string, DecisionKind>> = {
  documentExpiryDays: 'document_expiry',
  rateLimits: 'request_limit',
}

/** Kinds that no table stores: they are computed when they are read, or refused before anything is stored. */
export const unstoredKinds: readonly DecisionKind[] = ['duplicate_records', 'file_check']

/** The other tables that the product writes: none of their rows decides about a person. */
export const undecidedTables: readonly string[] = [
  ...[
    'activities',
    'applicationFiles',
    'audiences',
    'awaitedRecordings',
    'backupSettings',
    'bdms',
    'brandLogos',
    'calendarConsents',
    'calendarDisconnections',
  ],
  ...['brokerImportChanges', 'brokerImportRows', 'brokerListMembers', 'brokerLists', 'brokerMerges'],
  ...['brokerRegistrations', 'callEffects', 'callEvents', 'callingNumbers', 'callRecordings'],
  ...['campaignDialling', 'campaignTemplates', 'campaignVersions', 'credentials', 'dispatchSlots'],
  ...['figuresState', 'inboundCalls', 'inboundMessages', 'knownNetworks', 'liveScripts'],
  ...['loanImportChanges', 'mentionKeywords', 'microsites', 'newsFeeds', 'newsItems', 'notificationMarks'],
  ...['apiKeys', 'apiKeySecrets'],
  ...['notificationReads', 'organisation', 'outdatedMonths', 'pushSubscriptions', 'recentVisitors'],
  ...['refusedCallbacks', 'rejectionReasons', 'restores', 'retentionPeriods', 'savedViews', 'scorecards'],
  ...['sealedCheckpoints', 'sealedLog', 'sealedTiles'],
  ...[
    'serviceHours',
    'sessionLimits',
    'sessions',
    'setupPutAway',
    'shortLinks',
    'simulatorCalls',
    'simulatorClock',
  ],
  ...['passkeys', 'signOn'],
  ...['simulatorDials', 'standstillAlerts', 'surveillanceSettings', 'taskDigests', 'transcriptBacklog'],
  ...['transcriptWords', 'twoFactors', 'users', 'vaultFiles', 'vendorStates', 'verifications'],
  ...['visitOutcomes', 'visitRollups', 'visits', 'visitSalts', 'voiceSettings', 'watchedLicensees'],
  ...['webhookEndpoints', 'webhookEvents', 'webhookSecrets'],
  ...['weeklyReportSubscriptions', 'workerSigns'],
]

/**
 * Commands that suppress a number or suspend a broker, and the files that may call them: as a kind of decision, or on
 * the word of a person.
 */
export const decidingCommands: Readonly<Record<string, Readonly<Record<string, DecisionKind | 'person'>>>> = {
  insertSuppression: {
    'server/modules/brokers/suppressions/suppressions.ts': 'opt_out',
    'server/modules/brokers/listeners.ts': 'opt_out',
  },
  holdNumber: {
    'server/modules/dialling/recovery/recover-calls.ts': 'opt_out',
    'server/modules/telephony/inbound-calls.ts': 'opt_out',
    'server/modules/brokers/listeners.ts': 'opt_out',
    'server/modules/messages/receive-sms.ts': 'opt_out',
  },
  optOutByVoice: { 'server/modules/telephony/inbound-calls.ts': 'opt_out' },
  optOutBySms: {
    'server/modules/messages/receive-sms.ts': 'opt_out',
    'server/modules/messages/outbox.ts': 'opt_out',
    'server/modules/messages/delivery-report.ts': 'opt_out',
  },
  addSuppression: { 'server/modules/brokers/routes.ts': 'person' },
  setSuspended: { 'server/modules/surveillance/reviews/review-broker.ts': 'person' },
}
