import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { decisionKinds } from './decision-kinds.ts'

const tag = 'Automated decisions'

/** Path of the public page; an entry's anchor is its kind. */
export const DECISIONS_PAGE = '/privacy/automated-decisions'

const month = z.string('Choose a month').regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter the month as YYYY-MM')

export const decisionsPage = endpoint('GET /privacy/automated-decisions', {
  tag,
  summary: 'The page with every decision that programs make or prepare about people',
  access: 'public',
  kind: 'file',
})

export const decisionCounts = endpoint('GET /api/automated-decisions/counts', {
  tag,
  summary: 'How many decisions of each kind programs made or prepared in a month in Sydney',
  access: 'access_log.read',
  query: z.object({ month }),
  returns: z.object({
    month: z.string(),
    kinds: z.array(
      z.object({
        kind: z.enum(decisionKinds),
        /** null: decisions of this kind are not stored. */
        count: z.number().nullable(),
        /** What the count counts: 'Decisions before calls'. */
        counted: z.string(),
      }),
    ),
  }),
})

export const policyText = endpoint('GET /api/automated-decisions/policy-text', {
  tag,
  summary:
    'The text on automated decisions for the lender’s privacy policy, as Australian Privacy Principle 1.7 requires it',
  access: 'access_log.read',
  returns: z.object({ text: z.string(), pageUrl: z.string() }),
})
