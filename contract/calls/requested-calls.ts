import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { optionalLongText } from '#contract/text-fields.ts'

const tag = 'Calls'

/** A dial that a person asked for in a call, at a time that was read back to them. */
export const requestedCallStates = ['planned', 'dialling', 'kept', 'missed', 'cancelled'] as const
export type RequestedCallState = (typeof requestedCallStates)[number]

export const requestedCallStateLabels: Record<RequestedCallState, string> = {
  planned: 'Planned',
  dialling: 'Being dialled',
  kept: 'Dialled as asked',
  missed: 'Not dialled',
  cancelled: 'Cancelled',
}

export const requestedCallMoves = ['move', 'dial', 'withdraw', 'end', 'miss', 'cancel', 'correct'] as const
export type RequestedCallMove = (typeof requestedCallMoves)[number]

/**
 * The state after each step. `withdraw`: the dial certainly did not happen, so the call is due again. `correct`: a late
 * report shows that it did happen after all.
 */
export const requestedCallTransitions: Record<
  RequestedCallState,
  Readonly<Partial<Record<RequestedCallMove, RequestedCallState>>>
> = {
  planned: { move: 'planned', dial: 'dialling', miss: 'missed', cancel: 'cancelled', correct: 'kept' },
  dialling: { end: 'kept', withdraw: 'planned', miss: 'missed', cancel: 'cancelled' },
  kept: {},
  missed: { correct: 'kept' },
  cancelled: { correct: 'kept' },
}

export const requestedCall = z.object({
  id: z.number(),
  state: z.enum(requestedCallStates),
  /** When it is dialled, on the clock that calling hours are judged by. */
  dueAt: instant,
  /** The end of the window that the person affirmed. */
  until: instant,
  /** As the person reads it: 'Tue 1 Dec, 3:00 pm AWST'. */
  localTime: z.string(),
  /** IANA zone of that clock; Sydney where the broker’s is unknown. */
  zone: z.string(),
  /** The person's words. */
  words: z.string(),
  /** Why it was cancelled or not dialled. */
  reason: z.string().nullable(),
  simulated: z.boolean(),
  phone: z.string(),
  broker: z.object({ id: z.number(), name: z.string(), company: z.string().nullable() }),
  campaign: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The call in which the person asked for it. */
  askedInCallId: z.number().nullable(),
  /** The dial. */
  callId: z.number().nullable(),
  createdAt: instant,
})
export type RequestedCall = z.infer<typeof requestedCall>

export const listRequestedCalls = endpoint('GET /api/requested-calls', {
  tag,
  summary: 'Calls that people asked for, with the time that they affirmed, the latest time first',
  access: 'admin_area.read',
  query: pageQuery.omit({ q: true, sort: true }).extend({
    state: z.enum(requestedCallStates).optional(),
    brokerId: id.optional(),
    campaignId: id.optional(),
    /** The call in which the person asked for it, or the dial. */
    callId: id.optional(),
  }),
  returns: z.array(requestedCall),
})

export const changeRequestedCall = endpoint('PATCH /api/requested-calls/:id', {
  tag,
  summary: 'Moves a planned requested call to another permitted time, or cancels it',
  access: 'calls.dial',
  params: idParams,
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('move'), dueAt: z.iso.datetime({ offset: true }) }),
    z.object({ action: z.literal('cancel'), reason: optionalLongText(500) }),
  ]),
  returns: requestedCall,
  edits: { subject: 'requested_call', fields: ['state', 'dueAt'] },
})
