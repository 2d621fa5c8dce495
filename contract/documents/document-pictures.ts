import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, plainNumber } from '#contract/ids.ts'

const tag = 'Document pictures'

const signed = z.object({
  /** The signature in the address. */
  token: z.string().max(500).optional(),
})

/** As `<img>` sends no bearer token: the address carries a short-lived signature. 401 without, 403 with a wrong one. */
export const documentThumbnail = endpoint('GET /api/broker/documents/:id/thumbnail', {
  tag,
  summary: 'Picture of the first page',
  access: 'public',
  params: idParams,
  query: signed,
  kind: 'file',
})

/** Pictures of pages, for owner and reviewer alike. */
export const documentPreview = z.object({
  state: z.enum(['waiting', 'done', 'failed']),
  /** Why there are no pictures; fit to be shown. */
  fault: z.string().nullable(),
  pages: z.number(),
  /** Signed addresses of the pages that can be shown, in order; at most MAX_PREVIEW_PAGES. */
  urls: z.array(z.string()),
})
export type DocumentPreview = z.infer<typeof documentPreview>
export const MAX_PREVIEW_PAGES = 60

export const previewOwnDocument = endpoint('GET /api/broker/documents/:id/preview', {
  tag,
  summary: 'Addresses of the page images of your own document',
  access: 'broker',
  params: idParams,
  returns: documentPreview,
})

export const documentPage = endpoint('GET /api/documents/:id/pages/:page', {
  tag,
  summary: 'Image of one page; 401 without a signature, 403 with a wrong or expired one',
  access: 'public',
  params: idParams.extend({ page: plainNumber(z.number().int().min(1).max(100_000)) }),
  query: signed,
  kind: 'file',
})

export const previewDocument = endpoint('GET /api/documents/:id/preview', {
  tag,
  summary: 'Addresses of the page images; counts as one view in the access log',
  access: 'documents.read',
  params: idParams,
  returns: documentPreview,
})
