// The decisions behind a signed link, for people without an account.
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { contestFields } from './contests.ts'

const tag = 'Contests'

const linkParams = z.object({ token: z.string().max(500) })

export const ownDecisionsPage = endpoint('GET /decisions/:token', {
  tag,
  summary: 'The page with the decisions about the person whom a signed link names',
  access: 'public',
  params: linkParams,
  query: z.object({ cursor: z.string().max(500).optional() }),
  kind: 'file',
})

export const contestByLink = endpoint('POST /api/decisions/:token/contests', {
  tag,
  summary: 'Contests a decision about the person whom the link names; 404 for a forged or expired link',
  access: 'public',
  params: linkParams,
  body: contestFields.extend({
    /** Hidden from people; filled in by simple programs. */
    formCheck: z.string().max(500).optional(),
    /** The signed time at which the page was opened. */
    formTime: z.string().max(500).optional().catch(undefined),
  }),
  returns: z.object({
    /** The last day for the answer, YYYY-MM-DD. */
    dueOn: z.string(),
    /** The answer is mailed; otherwise it is read behind the link. */
    byEmail: z.boolean(),
  }),
  status: 201,
  idempotent: true,
  limit: { requests: 20, minutes: 10 },
})
