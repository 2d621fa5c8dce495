import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, idParams, instant } from '#contract/ids.ts'

const tag = 'Documents'

export const documentCategories = ['licensing', 'identity', 'professional'] as const
export type DocumentCategory = (typeof documentCategories)[number]
export const documentCategoryLabels: Record<DocumentCategory, string> = {
  licensing: 'Licensing',
  identity: 'Identity',
  professional: 'Professional',
}

export const documentStatuses = ['pending', 'approved', 'rejected'] as const
export type DocumentStatus = (typeof documentStatuses)[number]
/** Anything else displays as 'Unknown'. */
export const documentStatusLabels: Record<DocumentStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

/** Bytes in the notation of the texts: 'File size must be less than 10MB.' */
export const MEGABYTE = 1_048_576
export const DEFAULT_MAX_FILE_SIZE = 10 * MEGABYTE

/** Messages for a rejected file; the titles are the specification's. */
export const SELECT_TYPE = {
  title: 'Select Document Type',
  text: 'Please select a document type before uploading.',
} as const
export const INVALID_TYPE = { title: 'Invalid File Type', text: 'Only PDF files are allowed.' } as const
export const tooLarge = (maxFileSize: number) => ({
  title: 'File Too Large',
  text: `File size must be less than ${Math.floor((maxFileSize / MEGABYTE) * 10) / 10}MB.`,
})

export const documentType = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  category: z.enum(documentCategories),
  required: z.boolean(),
  /** The day from which it is required, YYYY-MM-DD; null: immediately, or not at all. */
  requiredFrom: z.string().nullable(),
  /** Bytes. */
  maxFileSize: z.number(),
})
export type DocumentType = z.infer<typeof documentType>

/** A broker's newest upload of a type. */
export const ownDocument = z.object({
  id: z.number(),
  originalFilename: z.string(),
  status: z.enum(documentStatuses),
  uploadedAt: instant,
  thumbnailGenerated: z.boolean(),
  /** A signed address that expires after some minutes; null while there is no picture. */
  thumbnailUrl: z.string().nullable(),
  version: z.number(),
  bytes: z.number(),
  /** The reviewer's reason, for a rejected document. */
  reason: z.string().nullable(),
  /** YYYY-MM-DD, its last day. */
  expiresOn: z.iso.date().nullable(),
  /** Approved, but past its last day: no longer counts. */
  expired: z.boolean(),
  /** The reviewer's text when requesting a newer copy. */
  askedNote: z.string().nullable(),
})
export type OwnDocument = z.infer<typeof ownDocument>

export const documentEntry = z.object({
  documentType,
  document: ownDocument.nullable(),
  /** The reviewer's text when requesting the document or a newer copy, also before the first upload. */
  askedNote: z.string().nullable(),
  /** True while this or an earlier version is approved and has not expired. */
  fulfilled: z.boolean(),
})
export type DocumentEntry = z.infer<typeof documentEntry>

export const accreditationStates = ['in_progress', 'conditional', 'accredited', 'lapsed'] as const
export type AccreditationState = (typeof accreditationStates)[number]
export const accreditationStateLabels: Record<AccreditationState, string> = {
  in_progress: 'In progress',
  conditional: 'Approved, documents outstanding',
  accredited: 'Accredited',
  lapsed: 'Lapsed',
}

/** A broker's accreditation progress. */
export const accreditation = z.object({
  status: z.enum(accreditationStates),
  since: instant.nullable(),
  /** Approved required documents over required types, rounded; 0 without required types. */
  percent: z.number(),
  required: z.number(),
  fulfilled: z.number(),
  remaining: z.number(),
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
})
export type Accreditation = z.infer<typeof accreditation>

export const listDocumentTypes = endpoint('GET /api/broker/document-types', {
  tag,
  summary: 'Which documents are asked for',
  access: 'public',
  returns: z.array(documentType),
})

export const listOwnDocuments = endpoint('GET /api/broker/documents', {
  tag,
  summary: 'Every type with your own newest document, or null',
  access: 'broker',
  returns: z.array(documentEntry),
})

export const ownAccreditation = endpoint('GET /api/broker/accreditation', {
  tag,
  summary: 'Your own accreditation progress',
  access: 'broker',
  returns: accreditation,
})

export const uploadDocument = endpoint('POST /api/broker/documents/upload', {
  tag,
  summary:
    'Uploads a PDF: multipart with documentTypeId and the file in `document`, in any order; a new version where there is one already',
  access: 'broker',
  multipart: { files: { document: true }, fields: z.object({ documentTypeId: id }) },
  idempotent: true,
  returns: ownDocument,
  status: 201,
  limit: { requests: 120, minutes: 10 },
})

export const downloadOwnDocument = endpoint('GET /api/broker/documents/:id/download', {
  tag,
  summary: 'Your own document under its original name',
  access: 'broker',
  params: idParams,
  kind: 'file',
})

export const documentVersions = z.array(
  ownDocument.pick({
    id: true,
    version: true,
    originalFilename: true,
    status: true,
    uploadedAt: true,
    reason: true,
    expiresOn: true,
  }),
)

export const listOwnVersions = endpoint('GET /api/broker/documents/:id/versions', {
  tag,
  summary: 'Every version of your own document, newest first, with its review',
  access: 'broker',
  params: idParams,
  returns: documentVersions,
})
