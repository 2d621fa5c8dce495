import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Counts the pages of a document and makes the picture of its first; enqueued with the upload. */
export const renderDocumentJob = defineJob('documents.render', z.object({ documentId: z.number().int() }), {
  maxAttempts: 5,
})
