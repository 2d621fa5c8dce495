import { z } from 'zod'
import { editedSubjects, recordChange } from '#contract/edits.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'

export const listRecordChanges = endpoint('GET /api/record-changes', {
  tag: 'System',
  summary:
    'Who changed a record lately and which fields, the newest first: for a form that is open while somebody else saves',
  access: 'admin_area.read',
  /** `id` is left out for singletons, e.g. the organisation. */
  query: z.object({ subject: z.enum(editedSubjects, 'Choose a kind of record'), id: id.optional() }),
  returns: z.array(recordChange),
})
