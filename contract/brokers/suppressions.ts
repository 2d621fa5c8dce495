import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { text } from '#contract/text-fields.ts'
import { PHONE_REQUIRED } from './phone-messages.ts'

const tag = 'Brokers'

export const suppressionSources = ['key', 'voice', 'sms_stop', 'manual', 'unclear'] as const
export const suppression = z.object({
  id: z.number(),
  phoneNumber: z.string(),
  source: z.enum(suppressionSources),
  reason: z.string(),
  brokerNames: z.array(z.string()),
  createdAt: instant,
  createdBy: z.string().nullable(),
  /** Our call in which, or about which, the person opted out. */
  callId: z.number().nullable(),
  /** The words from which an opt-out was read; null: a key, an SMS, or the words were erased. */
  evidence: z
    .object({
      text: z.string(),
      rule: z.string().nullable(),
      words: z.string().nullable(),
      /** Of the recording. */
      second: z.number().nullable(),
    })
    .nullable(),
  /**
   * Entries made by hand, holds, and opt-outs that were misread from speech are removable; any other opt-out ends by START
   * or a recorded express consent.
   */
  removable: z.boolean(),
})

export type Suppression = z.output<typeof suppression>

export const listSuppressions = endpoint('GET /api/suppressions', {
  tag,
  summary: 'Numbers that are never dialled',
  access: 'admin_area.read',
  query: pageQuery.extend({ source: z.enum(suppressionSources).optional() }),
  returns: z.array(suppression),
})

export const addSuppression = endpoint('POST /api/suppressions', {
  tag,
  summary: 'Adds a number by hand',
  access: 'suppressions.add',
  body: z.object({
    phoneNumber: text(60, PHONE_REQUIRED).min(1, PHONE_REQUIRED),
    reason: text(500, 'Reason is required').min(1, 'Reason is required'),
  }),
  returns: suppression,
  status: 201,
})

export const removeSuppression = endpoint('DELETE /api/suppressions/:id', {
  tag,
  summary:
    'Removes an entry made by hand, the hold of an unclear opt-out, or a misread opt-out, with a reason',
  access: 'suppressions.remove',
  params: idParams,
  query: z.object({ reason: text(500, 'Reason is required').min(1, 'Reason is required') }),
  returns: z.object({ removed: z.literal(true) }),
})

export const washNumbers = endpoint('POST /api/suppressions/wash', {
  tag,
  summary:
    'Imports a Do Not Call Register wash: CSV or Excel workbook with columns phone, listed (yes/no), washed_on (a day)',
  access: 'suppressions.wash',
  multipart: { files: { file: true } },
  returns: z.object({
    rows: z.number(),
    listed: z.number(),
    notListed: z.number(),
    rejectedRows: z.number(),
    /** The first thousand. */
    rejected: z.array(z.object({ row: z.number(), value: z.string(), reason: z.string() })),
    /** Rejected rows with every column of the file, to be corrected and uploaded again; the first 20,000. */
    rejects: z.object({
      header: z.array(z.string()),
      rows: z.array(z.array(z.union([z.string(), z.number()]))),
    }),
    /** Values that were repaired or assumed while the file was read, e.g. the format of its dates. */
    notes: z.array(z.string()),
  }),
  idempotent: true,
})
