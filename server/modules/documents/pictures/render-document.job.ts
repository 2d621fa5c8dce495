import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Counts a document's pages and renders its thumbnail; enqueued with the upload. */
export const renderDocumentJob = defineJob('documents.render', z.object({ documentId: z.number().int() }), {
  maxAttempts: 5,
})
