import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/ids.ts'
import { call } from './calls.ts'

/** Where a call in progress is. */
export const callStages = ['dialling', 'ringing', 'talking', 'menu', 'chose', 'operator'] as const
export type CallStage = (typeof callStages)[number]

export const callStageLabels: Record<CallStage, string> = {
  dialling: 'Dialling',
  ringing: 'Ringing',
  talking: 'Talking',
  menu: 'In menu',
  chose: 'Chose',
  operator: 'Asked for a person',
}

/** Calls that are listed at most; the interactions show the rest. */
export const MOST_LIVE = 50

export const liveCall = call.extend({
  stage: z.enum(callStages),
  /** The last utterance, or else the last event; null: nothing yet. */
  last: z
    .object({
      /** Null: an event, not an utterance. */
      speaker: z.enum(['agent', 'caller']).nullable(),
      text: z.string(),
    })
    .nullable(),
  /** Since when it has been in its stage of a dial or a conversation. */
  since: instant,
})
export type LiveCall = z.infer<typeof liveCall>

export const listLiveCalls = endpoint('GET /api/calls/live', {
  tag: 'Calls',
  summary: 'Calls in progress with their stage and what was last said, test calls too; the newest 50',
  access: 'admin_area.read',
  query: z.object({ campaignId: id.optional() }),
  returns: z.object({ calls: z.array(liveCall), total: z.number() }),
})
