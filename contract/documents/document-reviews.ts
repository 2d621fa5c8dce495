import { z } from 'zod'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, id, idParams, instant, plainNumber } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { lines } from '#contract/text-fields.ts'
import {
  accreditation,
  type DocumentStatus,
  documentStatuses,
  documentType,
  documentVersions,
} from './documents.ts'
import type { ReviewTable } from './reviews.ts'

const tag = 'Document reviews'

const person = z.object({ id: z.number(), name: z.string() })

/** The latest expiry date an approval may set. */
export const MAX_EXPIRY_YEARS = 15

/** A decision may be corrected or reversed, so a decision may follow another. */
export const documentReviewTable = {
  pending: { claim: 'pending', unassign: 'pending', approve: 'approved', reject: 'rejected' },
  approved: { approve: 'approved', reject: 'rejected' },
  rejected: { approve: 'approved', reject: 'rejected' },
} as const satisfies ReviewTable<DocumentStatus, 'approve' | 'reject'>

/** The events in a document's history. */
export const documentEventTypes = [
  'uploaded',
  'claimed',
  'given_back',
  'approved',
  'rejected',
  'asked',
  'reminded',
  'expired',
] as const

export const reviewDocument = z.object({
  id: z.number(),
  broker: z.object({ id: z.number(), name: z.string(), company: z.string().nullable() }),
  documentType,
  version: z.number(),
  current: z.boolean(),
  originalFilename: z.string(),
  bytes: z.number(),
  status: z.enum(documentStatuses),
  uploadedAt: instant,
  /** The current claimant, for CLAIM_HOURS at most. */
  claimedBy: person.nullable(),
  claimedAt: instant.nullable(),
  reason: z.string().nullable(),
  expiresOn: z.iso.date().nullable(),
  expired: z.boolean(),
  reviewedAt: instant.nullable(),
  reviewedBy: person.nullable(),
  askedNote: z.string().nullable(),
  renderState: z.enum(['waiting', 'done', 'failed']),
})
export type ReviewDocument = z.infer<typeof reviewDocument>

export const reviewDocumentDetails = reviewDocument.extend({
  /** The broker's record, to compare the document with. */
  record: z.object({
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    company: z.string().nullable(),
    region: z.string().nullable(),
    asicNumber: z.string().nullable(),
    membership: z.string().nullable(),
  }),
  reviewHint: z.string(),
  /** True when an approval needs an expiry date. */
  expires: z.boolean(),
  /** Suggested from the type's validity in months; the reviewer corrects it from the document. */
  suggestedExpiry: z.iso.date().nullable(),
  /** Why the signed-in reviewer may not decide; null when they may. */
  refusal: z.string().nullable(),
  versions: documentVersions,
  /** Over all versions, newest first. */
  history: z.array(
    z.object({
      at: instant,
      type: z.enum(documentEventTypes),
      actor: z.string(),
      reason: z.string().nullable(),
      expiresOn: z.iso.date().nullable(),
      /** Null for a request made before the first upload. */
      version: z.number().nullable(),
    }),
  ),
  accreditation,
})
export type ReviewDocumentDetails = z.infer<typeof reviewDocumentDetails>

export const listReviewDocuments = endpoint('GET /api/documents', {
  tag,
  summary: 'Documents for review: the pending ones oldest first, others newest first',
  access: 'documents.read',
  query: pageQuery.extend({
    status: z.enum(documentStatuses).optional(),
    claimed: z.enum(['mine', 'nobody']).optional(),
    brokerId: id.optional(),
    documentTypeId: id.optional(),
    /** Uploaded at least this many days ago. */
    olderThanDays: plainNumber(z.number().int().min(0).max(3650)).optional(),
    /** Approved ones that expire within this many days or have expired, soonest first. */
    expiringWithinDays: plainNumber(z.number().int().min(0).max(3650)).optional(),
    sort: z
      .string()
      .regex(/^-?(uploadedAt|expiresOn)$/, 'Sort by uploadedAt or expiresOn')
      .optional(),
  }),
  returns: z.array(reviewDocument),
})

export const documentSummary = endpoint('GET /api/documents/summary', {
  tag,
  summary: 'Figures above the queue',
  access: 'documents.read',
  returns: z.object({
    pending: z.number(),
    mine: z.number(),
    /** Pending for `REVIEW_DAYS` or longer. */
    overdue: z.number(),
    /** Days the oldest pending document has been waiting; null for none. */
    oldestDays: z.number().nullable(),
    expiringSoon: z.number(),
    expired: z.number(),
  }),
})

export const getReviewDocument = endpoint('GET /api/documents/:id', {
  tag,
  summary: 'One document beside the broker’s record, with versions and history',
  access: 'documents.read',
  params: idParams,
  returns: reviewDocumentDetails,
})

export const downloadDocument = endpoint('GET /api/documents/:id/download', {
  tag,
  summary: 'The file, decrypted; every download is in the access log',
  access: 'documents.read',
  params: idParams,
  kind: 'file',
})

export const claimDocument = endpoint('POST /api/documents/:id/claim', {
  tag,
  summary: 'Claims a document, or unassigns it',
  access: 'documents.review',
  params: idParams,
  body: z.object({ claim: z.boolean() }),
  returns: reviewDocumentDetails,
})

export const claimNextDocument = endpoint('POST /api/documents/claim-next', {
  tag,
  summary: 'Claims the unassigned document that has waited longest; null when none is waiting',
  access: 'documents.review',
  returns: reviewDocumentDetails.nullable(),
})

export const GIVE_REASON = 'Enter a reason; the broker will see it'
export const EXPIRY_REQUIRED = 'Enter the day on which this document expires'
/**
 * The status on the reviewer's screen. A decision about 'pending' is 409 after another decision; one about 'approved'
 * or 'rejected' reverts that decision, or corrects its expiry day.
 */
const seen = z.enum(documentStatuses).default('pending')

export const decideDocument = endpoint('POST /api/documents/:id/review', {
  tag,
  summary:
    'Approves with the day on which the document expires, or rejects with a reason; this way a decision may be reversed',
  access: 'documents.review',
  params: idParams,
  body: z.discriminatedUnion('action', [
    z.object({
      action: z.literal('approve'),
      seen,
      /** Needed where the type expires. */
      expiresOn: givenDay()
        .or(z.literal(''))
        .nullish()
        .transform((value) => value || null),
    }),
    z.object({
      action: z.literal('reject'),
      seen,
      reason: lines(GIVE_REASON).min(1, GIVE_REASON).max(2000, 'At most 2,000 characters'),
    }),
  ]),
  returns: reviewDocumentDetails,
  idempotent: true,
})

export const askForDocument = endpoint('POST /api/brokers/:id/documents/ask', {
  tag,
  summary: 'Asks a broker for a document, or for a newer copy, by mail and in the portal',
  access: 'documents.review',
  params: idParams,
  body: z.object({
    documentTypeId: bodyId,
    note: lines(GIVE_REASON)
      .min(1, 'Enter what you need; the broker will see it')
      .max(2000, 'At most 2,000 characters'),
  }),
  returns: z.object({ ok: z.literal(true) }),
  idempotent: true,
})

/** A broker's document progress, for all staff: statuses without contents. */
export const brokerAccreditation = endpoint('GET /api/brokers/:id/accreditation', {
  tag,
  summary: 'A broker’s accreditation progress, type by type',
  access: 'admin_area.read',
  params: idParams,
  returns: accreditation.extend({
    types: z.array(
      z.object({
        documentType,
        status: z.enum(documentStatuses).nullable(),
        fulfilled: z.boolean(),
        expiresOn: z.iso.date().nullable(),
        /** Only for staff who may open it. */
        documentId: z.number().nullable(),
      }),
    ),
  }),
})
