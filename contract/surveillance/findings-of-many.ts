import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, idParams, instant } from '#contract/ids.ts'
import { longText } from '#contract/text-fields.ts'
import { manyReasons } from './finding-reasons.ts'

const tag = 'Surveillance'

export const MAX_CLEARED = 200

export const clearFlagged = endpoint('POST /api/surveillance/flagged-brokers/clear', {
  tag,
  summary:
    'Clears several flagged brokers with one reason. Left as they are: brokers about whom something else was found by now, suspended ones, and those with a high risk because of a ban, who are reviewed one by one',
  access: 'surveillance.review',
  body: z.object({
    brokers: z
      .array(
        z.object({
          id: bodyId,
          /** `found` of the broker on the reviewer's screen. */
          found: z.string().max(64).optional(),
        }),
      )
      .min(1, 'Choose the brokers')
      .max(MAX_CLEARED, `At most ${MAX_CLEARED} brokers`),
    notes: longText(2000).min(1, 'Say why, in a sentence or two'),
  }),
  returns: z.object({
    cleared: z.number(),
    left: z.array(z.object({ id: z.number(), reason: z.string() })),
  }),
})

const findingOfMany = z.object({
  id: z.number(),
  reason: z.enum(manyReasons),
  /** null: of all brokers. */
  importId: z.number().nullable(),
  importName: z.string().nullable(),
  brokers: z.number(),
  total: z.number(),
  registerDate: z.string().nullable(),
  /** e.g. '3,412 numbers are not in the register of 29 November 2026: wrong column, or an incomplete register?' */
  text: z.string(),
  openedAt: instant,
})
export type FindingOfMany = z.infer<typeof findingOfMany>

export const findingsOfMany = endpoint('GET /api/surveillance/findings-of-many', {
  tag,
  summary:
    'Reasons that concern more than 5 per cent of an import, or of all brokers: each is one finding instead of one for each broker',
  access: 'admin_area.read',
  returns: z.array(findingOfMany),
})

export const decideFindingOfMany = endpoint('POST /api/surveillance/findings-of-many/:id', {
  tag,
  summary:
    'dismiss: the findings stay silent until they change. flag_each: each broker is flagged, as for a single finding',
  access: 'surveillance.review',
  params: idParams,
  body: z.object({
    action: z.enum(['dismiss', 'flag_each'], 'Choose what to do'),
    notes: longText(2000).min(1, 'Say why, in a sentence or two'),
  }),
  returns: z.object({ brokers: z.number() }),
})
