import { z } from 'zod'
import { brokerAlike } from '#contract/brokers/broker-merge.ts'
import { regions } from '#contract/brokers/brokers.ts'
import { givenDay } from '#contract/dates.ts'
import type { ReviewTable } from '#contract/documents/reviews.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, id, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { longText } from '#contract/text-fields.ts'
import {
  type ApplicationStatus,
  applicationFileKinds,
  applicationStatuses,
  fileSummary,
  required,
} from './accreditations.ts'

const tag = 'Accreditations'

const decisions = { approve: 'approved', request_info: 'info_requested', decline: 'declined' } as const
export type ApplicationDecision = keyof typeof decisions

/** A reviewer's actions by status, with the next status. The applicant submits drafts and further information. */
export const applicationReviewTable = {
  draft: {},
  submitted: { claim: 'in_review', unassign: 'submitted', ...decisions },
  in_review: { claim: 'in_review', unassign: 'submitted', ...decisions },
  info_requested: { unassign: 'info_requested' },
  approved: {},
  declined: {},
} as const satisfies ReviewTable<ApplicationStatus, ApplicationDecision>

export const registerChecks = [
  'found',
  'other_holder',
  'not_found',
  'ended',
  'suspended',
  'not_loaded',
] as const

export const application = z.object({
  id: z.number(),
  status: z.enum(applicationStatuses),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  asicNumber: z.string(),
  membership: z.string(),
  company: z.string(),
  source: z.enum(['web', 'call']),
  broker: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The current claimant, for CLAIM_HOURS at most; later the reviewer who decided or requested more. */
  claimedBy: z.object({ id: z.number(), name: z.string() }).nullable(),
  claimedAt: instant.nullable(),
  submittedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  /** Why it may have been sent by a program; null where nothing suggests it. */
  reviewReason: z.string().nullable(),
  /** Names are for those who may read the files. */
  files: z.array(fileSummary.extend({ filename: z.string().nullable() })),
  createdAt: instant,
  updatedAt: instant,
})
export type Application = z.infer<typeof application>

export const applicationDetails = application.extend({
  acceptedTermsAt: instant.nullable(),
  callId: z.number().nullable(),
  /** Why the signed-in reviewer may not decide, whatever the status; null when they may. */
  refusal: z.string().nullable(),
  /** The register's result for the ASIC number, looked up before the review. */
  register: z.object({
    check: z.enum(registerChecks),
    /** One sentence with the snapshot's date. */
    detail: z.string(),
    holder: z.string().nullable(),
  }),
  /** How the applicant compares with all of ASIC's registers; null: a draft, or not compared yet. */
  screening: z
    .object({
      result: z.enum(['flagged', 'clean', 'not_checked']),
      /** 0 to 100: the highest of the findings. */
      riskScore: z.number(),
      /** The highest risk first. */
      findings: z.array(
        z.object({
          subject: z.string(),
          title: z.string(),
          risk: z.number(),
          points: z.array(z.object({ text: z.string(), risk: z.number() })),
        }),
      ),
      /** The snapshots that were searched, with the age of stale ones. */
      detail: z.string(),
      screenedAt: instant,
    })
    .nullable(),
  /** Brokers with the same e-mail, phone, ASIC number or name. */
  matches: z.array(brokerAlike),
  history: z.array(
    z.object({
      at: instant,
      actor: z.string(),
      status: z.enum(applicationStatuses),
      reason: z.string().nullable(),
    }),
  ),
})
export type ApplicationDetails = z.infer<typeof applicationDetails>

export const listApplications = endpoint('GET /api/accreditations', {
  tag,
  summary: 'Applications, newest first; drafts only when asked for',
  access: 'admin_area.read',
  query: pageQuery.extend({
    /** waiting: for a reviewer; open: also those that are back with the applicant. */
    status: z.enum([...applicationStatuses, 'waiting', 'open']).optional(),
    claimed: z.enum(['mine', 'nobody']).optional(),
    brokerId: id.optional(),
    /** Sydney days on which it was submitted, both included. */
    from: givenDay().optional(),
    to: givenDay().optional(),
    /** The campaign that led to it: of its call, or of the microsite that was visited before. */
    campaignId: id.optional(),
    /** Where the broker was when they applied. */
    region: z.enum(regions).optional(),
    sort: z
      .string()
      .regex(/^-?(submittedAt|createdAt)$/, 'Sort by submittedAt or createdAt')
      .default('-createdAt'),
  }),
  returns: z.array(application),
})

export const getApplication = endpoint('GET /api/accreditations/:id', {
  tag,
  summary: 'One application with register check, possible brokers and history',
  access: 'admin_area.read',
  params: idParams,
  returns: applicationDetails,
})

export const claimApplication = endpoint('POST /api/accreditations/:id/claim', {
  tag,
  summary: 'Claims an application, or unassigns it',
  access: 'applications.review',
  params: idParams,
  body: z.object({ claim: z.boolean() }),
  returns: applicationDetails,
})

const reason = required('Enter a reason; the applicant will see it', 2000)
export const reviewApplication = endpoint('POST /api/accreditations/:id/review', {
  tag,
  summary:
    'Approves (links the broker chosen or creates a new one), asks for more, or declines with a reason. Approving an applicant whom the registers flag needs a justification',
  access: 'applications.review',
  params: idParams,
  body: z.discriminatedUnion('action', [
    z.object({
      action: z.literal('approve'),
      /** The broker to link; null creates a new one. Left out: the one certain match, else a new one. */
      brokerId: bodyId.nullish(),
      reason: longText(2000).nullish(),
      /** Why a flagged applicant is approved, for the history and the audit log; the applicant does not see it. Without it, `reason` counts. */
      justification: z.string().trim().max(2000, 'At most 2,000 characters').nullish(),
      /** Expiry days read from the files. A file without one waits in the document reviews. */
      expiries: z.partialRecord(z.enum(applicationFileKinds), givenDay().nullable()).optional(),
    }),
    z.object({ action: z.literal('request_info'), reason }),
    z.object({ action: z.literal('decline'), reason }),
  ]),
  returns: applicationDetails,
  idempotent: true,
})

export const applicationFile = endpoint('GET /api/accreditations/:id/files/:kind', {
  tag,
  summary: 'A file of an application, decrypted; every read is in the audit log',
  access: 'documents.read',
  params: idParams.extend({ kind: z.enum(applicationFileKinds) }),
  query: z.object({ download: z.enum(['true', 'false']).default('true') }),
  kind: 'file',
})
