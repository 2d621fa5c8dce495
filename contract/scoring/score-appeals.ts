import { z } from 'zod'
import { regions } from '#contract/brokers/brokers.ts'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { longText } from '#contract/text-fields.ts'
import { tiers } from './scorecards.ts'
import { month } from './scoring-months.ts'

const tag = 'Score appeals'

/** Days within which an appeal is answered. */
export const APPEAL_DAYS = 14

export const appealStatuses = ['open', 'upheld', 'declined', 'withdrawn'] as const
export const appealStatusLabels: Record<(typeof appealStatuses)[number], string> = {
  open: 'Waits for an answer',
  upheld: 'Upheld',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

const appeal = z.object({
  id: z.number(),
  month,
  /** As they were when the broker appealed. */
  overallScore: z.number(),
  tier: z.enum(tiers),
  reason: z.string(),
  madeAt: instant,
  /** The last day for the answer, YYYY-MM-DD. */
  dueOn: z.string(),
  status: z.enum(appealStatuses),
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
})
export type OwnAppeal = z.infer<typeof appeal>

const staffAppeal = appeal.extend({
  broker: z.object({ id: z.number(), name: z.string(), region: z.enum(regions).nullable() }),
  answeredBy: z.string().nullable(),
})
export type Appeal = z.infer<typeof staffAppeal>

const REASON_REQUIRED = 'Say what is wrong with the score, in a sentence or two'

export const makeAppeal = endpoint('POST /api/broker/score/:month/appeal', {
  tag,
  summary: 'Asks for another look at your score of a month; answered by a person within two weeks',
  access: 'broker',
  params: z.object({ month }),
  body: z.object({ reason: longText(2000).min(1, REASON_REQUIRED) }),
  returns: appeal,
  status: 201,
  limit: { requests: 20, minutes: 60 },
})

export const listOwnAppeals = endpoint('GET /api/broker/appeals', {
  tag,
  summary: 'Your appeals, newest first',
  access: 'broker',
  returns: z.array(appeal),
})

export const withdrawAppeal = endpoint('DELETE /api/broker/score/:month/appeal', {
  tag,
  summary: 'Withdraws your open appeal of a month',
  access: 'broker',
  params: z.object({ month }),
  returns: z.object({ withdrawn: z.literal(true) }),
})

export const listAppeals = endpoint('GET /api/scoring/appeals', {
  tag,
  summary: 'Appeals that wait, the most urgent first, then the newest two hundred that were answered',
  access: 'admin_area.read',
  returns: z.array(staffAppeal),
})

export const answerAppeal = endpoint('POST /api/scoring/appeals/:id/answer', {
  tag,
  summary:
    'Answers an appeal; the broker gets a mail with the answer. Upheld says that the broker was right: correct the loans or override the tier beside it',
  access: 'scoring.override',
  params: idParams,
  body: z.object({
    outcome: z.enum(['upheld', 'declined'], 'Choose an outcome'),
    answer: longText(2000).min(1, 'Write the answer that the broker reads'),
  }),
  returns: staffAppeal,
})
