import { z } from 'zod'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { line, longText } from '#contract/text-fields.ts'
import { documentCategories, documentType, MEGABYTE } from './documents.ts'

const tag = 'Document types'

const person = z.object({ id: z.number(), name: z.string() })

const typeFields = z.object({
  name: line('Name is required').min(1, 'Name is required').max(200, 'At most 200 characters'),
  description: longText(1000).default(''),
  category: z.enum(documentCategories, 'Choose a category'),
  required: z.boolean(),
  /** null: immediately. Defaults to thirty days ahead where accredited brokers lack the document. */
  requiredFrom: givenDay().nullish(),
  maxFileSize: z
    .number('Enter a whole number')
    .int()
    .min(102_400, 'At least 0.1MB')
    .max(50 * MEGABYTE, 'At most 50MB'),
  expires: z.boolean(),
  validityMonths: z
    .number('Enter a whole number')
    .int()
    .min(1, 'At least 1')
    .max(120, 'At most 120')
    .nullable(),
  reviewHint: longText(1000).default(''),
})

export const documentTypeSetup = documentType.extend({
  expires: z.boolean(),
  validityMonths: z.number().nullable(),
  reviewHint: z.string(),
  retiredAt: instant.nullable(),
  /** Number of documents of this type. */
  documents: z.number(),
})
export type DocumentTypeSetup = z.infer<typeof documentTypeSetup>

export const listDocumentTypeSetups = endpoint('GET /api/document-types', {
  tag,
  summary: 'Document types in their order, retired ones last',
  access: 'admin_area.read',
  returns: z.array(documentTypeSetup),
})

export const createDocumentType = endpoint('POST /api/document-types', {
  tag,
  summary: 'Adds a document type at the end',
  access: 'document_types.write',
  body: typeFields,
  returns: documentTypeSetup,
  status: 201,
})

export const updateDocumentType = endpoint('PATCH /api/document-types/:id', {
  tag,
  summary:
    'Changes a document type; `retired` stops or resumes asking for it, `position` moves it (1 is first)',
  access: 'document_types.write',
  params: idParams,
  body: typeFields.partial().extend({
    description: longText(1000).optional(),
    reviewHint: longText(1000).optional(),
    retired: z.boolean().optional(),
    position: z.number().int().min(1).max(1000).optional(),
  }),
  returns: documentTypeSetup,
  edits: { subject: 'document_type', fields: [...Object.keys(typeFields.shape), 'retiredAt'] },
})

export const countConcerned = endpoint('GET /api/document-types/concerned', {
  tag,
  summary: 'How many accredited brokers would lose their accreditation if this type were required today',
  access: 'admin_area.read',
  query: z.object({ typeId: id.optional() }),
  returns: z.object({ brokers: z.number() }),
})

export const rejectionReason = z.object({ id: z.number(), text: z.string() })

export const listRejectionReasons = endpoint('GET /api/rejection-reasons', {
  tag,
  summary: 'Reasons offered to reviewers, in their order',
  access: 'documents.read',
  returns: z.array(rejectionReason),
})

export const saveRejectionReasons = endpoint('PUT /api/rejection-reasons', {
  tag,
  summary: 'Replaces the whole list, in its order',
  access: 'rejection_reasons.write',
  body: z.object({
    texts: z
      .array(line().min(1, 'Enter the reason').max(500, 'At most 500 characters'))
      .max(50, 'At most 50 reasons')
      .refine((texts) => new Set(texts).size === texts.length, 'A reason is listed twice'),
  }),
  returns: z.array(rejectionReason),
  edits: { subject: 'rejection_reasons', fields: 'all' },
})

export const documentAccess = z.object({
  id: z.number(),
  at: instant,
  actor: z.string(),
  how: z.enum(['viewed', 'downloaded']),
  document: z.object({ id: z.number().nullable(), filename: z.string(), typeName: z.string().nullable() }),
  broker: person.nullable(),
  ip: z.string().nullable(),
})
export type DocumentAccess = z.infer<typeof documentAccess>

export const listDocumentAccess = endpoint('GET /api/document-access', {
  tag,
  summary: 'Every view and download of a document, newest first; files of applications too',
  access: 'access_log.read',
  query: pageQuery.extend({ brokerId: id.optional(), documentId: id.optional() }),
  returns: z.array(documentAccess),
})
