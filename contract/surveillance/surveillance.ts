import { z } from 'zod'
import { suspensionReasons } from '#contract/brokers/suspension-reasons.ts'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant, plainNumber } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { longText } from '#contract/text-fields.ts'
import { findingReasons } from './finding-reasons.ts'

const tag = 'Surveillance'

export const complianceStatuses = ['flagged', 'suspended', 'active'] as const
export type ComplianceStatus = (typeof complianceStatuses)[number]
export const complianceStatusLabels: Record<ComplianceStatus, string> = {
  flagged: 'Flagged',
  suspended: 'Suspended',
  active: 'Active',
}

export const checkTypes = ['asic_banned', 'external_mentions'] as const
export type CheckType = (typeof checkTypes)[number]
export const checkTypeLabels: Record<CheckType, string> = {
  asic_banned: 'ASIC registers',
  external_mentions: 'External mentions',
}

export const checkResults = ['flagged', 'clean', 'error'] as const
export const checkResultLabels: Record<(typeof checkResults)[number], string> = {
  flagged: 'Flagged',
  clean: 'Clean',
  error: 'Error',
}

/** From this risk on a person has to look. */
export const FLAG_AT = 50
/** From this risk on a broker is not called until a person has looked. */
export const HOLD_AT = 80

/** The labels of the compliance history. */
export const historyRisk = (risk: number): 'High' | 'Medium' | 'Low' =>
  risk >= 80 ? 'High' : risk >= 50 ? 'Medium' : 'Low'
/** The labels of the sources dialog, which differ. */
export const sourceRisk = (risk: number): 'High' | 'Medium' | 'Low' =>
  risk >= 70 ? 'High' : risk >= 40 ? 'Medium' : 'Low'

const findingPoint = z.object({ text: z.string(), risk: z.number() })
export type FindingPoint = z.infer<typeof findingPoint>

export const finding = z.object({
  /** Subject of the finding, e.g. 'banned_persons:#031925499'. */
  subject: z.string(),
  title: z.string(),
  /** 0 to 100: the sum of the points. */
  risk: z.number(),
  points: z.array(findingPoint),
  /** Cleared by a person, and nothing has changed since. */
  silenced: z.boolean(),
  fingerprint: z.string(),
  /** Rows of the registers. */
  entryIds: z.array(z.number()),
})
export type Finding = z.infer<typeof finding>

const run = z.object({
  id: z.number(),
  reason: z.enum(['manual', 'weekly', 'snapshot']),
  status: z.enum(['running', 'finished', 'failed']),
  total: z.number(),
  done: z.number(),
  flagged: z.number(),
  startedAt: instant,
  finishedAt: instant.nullable(),
})

export const surveillanceStats = endpoint('GET /api/surveillance/stats', {
  tag,
  summary: 'Figures of the cards above the flagged brokers, with the newest check of all brokers',
  access: 'admin_area.read',
  returns: z.object({
    totalBrokers: z.number(),
    flaggedBrokers: z.number(),
    /** The flagged brokers that are not called until a review. */
    heldBrokers: z.number(),
    suspendedBrokers: z.number(),
    /** Per cent of brokers that are neither flagged nor suspended, one decimal; 100 without brokers. */
    complianceRate: z.number(),
    lastCheck: instant.nullable(),
    run: run.nullable(),
    /** Why nothing can be found: no register is loaded, or one is stale. */
    warnings: z.array(z.string()),
    /** Registers whose last fetch failed, a sentence for each. */
    failures: z.array(z.string()),
  }),
})

const flaggedBroker = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  company: z.string().nullable(),
  complianceStatus: z.enum(complianceStatuses),
  flaggedAt: instant.nullable(),
  lastComplianceCheck: instant.nullable(),
  riskScore: z.number(),
  /** Titles of the findings that count, at most five, the highest risk first. */
  reasons: z.array(z.string()),
  /** A fingerprint of the findings that count: it differs where other findings were made. */
  found: z.string(),
  /** A proposal to suspend the broker: another person has to confirm it. */
  proposedBy: z.string().nullable(),
})
export type FlaggedBroker = z.infer<typeof flaggedBroker>

export const flaggedBrokers = endpoint('GET /api/surveillance/flagged-brokers', {
  tag,
  summary:
    'Flagged and suspended brokers, the highest risk first; filtered by risk and reason, found by name, company or email',
  access: 'admin_area.read',
  query: pageQuery.omit({ sort: true }).extend({
    risk: z.enum(['high', 'medium']).optional(),
    reason: z.enum(findingReasons).optional(),
    status: z.enum(['flagged', 'suspended']).optional(),
  }),
  returns: z.array(flaggedBroker),
})

export const flaggedReasons = endpoint('GET /api/surveillance/flagged-reasons', {
  tag,
  summary:
    'Number of brokers of the flagged list by reason, the most frequent first; a broker counts for each of its reasons',
  access: 'admin_area.read',
  query: flaggedBrokers.query.pick({ risk: true, status: true, q: true }),
  returns: z.array(z.object({ reason: z.enum(findingReasons), brokers: z.number() })),
})

/** A row of a register, as a person compares it with the broker's record. */
const registerRow = z.object({
  id: z.number(),
  register: z.string(),
  number: z.string().nullable(),
  name: z.string(),
  startedOn: z.string().nullable(),
  endedOn: z.string().nullable(),
  status: z.string().nullable(),
  state: z.string().nullable(),
  postcode: z.string().nullable(),
  locality: z.string().nullable(),
  /** Of the snapshot that was searched; of a version in the register's history: of the first snapshot with it. */
  snapshotDate: z.string(),
  /** Date of the last snapshot in which the row was readable, where it is unreadable in the one that was searched. */
  readOn: z.string().nullable(),
})
export type RegisterRowFacts = z.infer<typeof registerRow>

export const complianceCheck = z.object({
  id: z.number(),
  checkType: z.enum(checkTypes),
  result: z.enum(checkResults),
  riskScore: z.number(),
  completedAt: instant,
  flaggedKeywords: z.array(z.string()),
  sourceUrls: z.array(z.string()),
  findings: z.array(finding.extend({ rows: z.array(registerRow) })),
  /** The date of each register that was searched. */
  snapshots: z.record(z.string(), z.string()),
  /** Of all brokers; null: of this one alone. */
  runId: z.number().nullable(),
})
export type ComplianceCheck = z.infer<typeof complianceCheck>

export const complianceHistory = endpoint('GET /api/surveillance/brokers/:id/compliance-history', {
  tag,
  summary: 'The newest hundred checks of a broker, with what was found and why',
  access: 'admin_area.read',
  params: idParams,
  returns: z.array(complianceCheck),
})

export const reviewActions = ['clear', 'suspend', 'reinstate'] as const
export type ReviewAction = (typeof reviewActions)[number]

/** Actions of a review by the broker's status. */
export const complianceTransitions: Record<ComplianceStatus, readonly ReviewAction[]> = {
  active: ['suspend'],
  flagged: ['clear', 'suspend'],
  suspended: ['clear', 'reinstate'],
}

export const brokerCompliance = endpoint('GET /api/surveillance/brokers/:id', {
  tag,
  summary: 'Where a broker stands, with the reviews',
  access: 'admin_area.read',
  params: idParams,
  returns: flaggedBroker.extend({
    reviews: z.array(
      z.object({
        id: z.number(),
        action: z.enum([...reviewActions, 'propose_suspension']),
        notes: z.string(),
        riskScore: z.number(),
        reviewedBy: z.string().nullable(),
        reviewedAt: instant,
      }),
    ),
    /** Every version of the rows with the broker's number, the newest first. Days as YYYY-MM-DD. */
    registerHistory: z.array(
      registerRow.extend({
        licence: z.string().nullable(),
        /** The snapshot in which it was no longer so; null: the newest has it. */
        untilDate: z.string().nullable(),
      }),
    ),
  }),
})

export const runManualCheck = endpoint('POST /api/surveillance/run-manual-check', {
  tag,
  summary:
    'Starts a check of all brokers in the background; answers with the run, or with the one that is under way',
  access: 'surveillance.check',
  returns: run,
  status: 202,
  limit: { requests: 20, minutes: 10 },
})

export const checkBroker = endpoint('POST /api/surveillance/brokers/:id/check', {
  tag,
  summary: 'Checks one broker now',
  access: 'surveillance.check',
  params: idParams,
  body: z.object({ checkType: z.enum(checkTypes, 'Choose a check') }),
  returns: complianceCheck,
  limit: { requests: 120, minutes: 1 },
})

const settings = z.object({
  /** A suspension needs two people. */
  fourEyes: z.boolean(),
})

export const getSurveillanceSettings = endpoint('GET /api/surveillance/settings', {
  tag,
  summary: 'How brokers are reviewed',
  access: 'admin_area.read',
  returns: settings,
})

export const updateSurveillanceSettings = endpoint('PUT /api/surveillance/settings', {
  tag,
  summary: 'Changes how brokers are reviewed',
  access: 'organisation.write',
  body: settings,
  returns: settings,
})

const NOTES_REQUIRED = 'Say why, in a sentence or two'

export const reviewBroker = endpoint('POST /api/surveillance/brokers/:id/review', {
  tag,
  summary:
    'clear: what was found is not the broker, or is no matter, and stays silent until it changes. suspend: no calls. reinstate: a suspended broker may be called again',
  access: 'surveillance.review',
  params: idParams,
  body: z.object({
    action: z.enum(reviewActions, 'Choose what to do'),
    notes: longText(2000).min(1, NOTES_REQUIRED),
    /** Of a suspension; stored before the notes. */
    reason: z.enum(suspensionReasons).optional(),
    /** The status that the reviewer had before them: the review is 409 where the broker has another one by now. */
    seen: z.enum(complianceStatuses).optional(),
    /** `found` of the broker on the reviewer's screen: clear is 409 if the findings have changed since. */
    found: z.string().max(64).optional(),
  }),
  returns: flaggedBroker,
})

/** Days of the longest picture: a year. */
const MOST_DAYS = 366

export const riskOverTime = endpoint('GET /api/surveillance/risk', {
  tag,
  summary: 'How many brokers were flagged and suspended on each day, the oldest first',
  access: 'admin_area.read',
  query: z.object({ days: plainNumber(z.number().int().min(7).max(MOST_DAYS)).default(90) }),
  returns: z.array(
    z.object({
      /** In Sydney, YYYY-MM-DD. */
      day: z.string(),
      brokers: z.number(),
      /** Flagged with a risk of 80 and more. */
      high: z.number(),
      /** Flagged with less. */
      medium: z.number(),
      suspended: z.number(),
    }),
  ),
})
