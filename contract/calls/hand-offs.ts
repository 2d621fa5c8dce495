import { z } from 'zod'
import { instant } from '#contract/ids.ts'

/** States of a hand-off, and of each phone that it rings. */
export const handOffStates = ['requested', 'ringing', 'accepted', 'declined', 'failed'] as const
export type HandOffState = (typeof handOffStates)[number]

/** An accepted one fails where the vendor could not connect the two lines. */
export const handOffMoves: Readonly<Record<HandOffState, readonly HandOffState[]>> = {
  requested: ['ringing', 'failed'],
  ringing: ['accepted', 'declined', 'failed'],
  accepted: ['failed'],
  declined: [],
  failed: [],
}

/** In the order in which they are rung. */
export const ringRoles = ['bdm', 'region', 'desk'] as const
export type RingRole = (typeof ringRoles)[number]

/** Why a phone did not take the call. `no_key`: a person or a mailbox answered and did not press 1. */
export const ringEnds = [
  'no_answer',
  'engaged',
  'unreachable',
  'declined',
  'hung_up',
  'no_key',
  'no_time_left',
  'caller_left',
  'not_connected',
] as const
export type RingEnd = (typeof ringEnds)[number]

export const ringEndLabels: Readonly<Record<RingEnd, string>> = {
  no_answer: 'did not answer',
  engaged: 'was busy',
  unreachable: 'could not be reached',
  declined: 'declined',
  hung_up: 'hung up',
  no_key: 'answered, 1 was not pressed',
  no_time_left: 'was not rung, the broker had waited long enough',
  caller_left: 'was ringing when the broker hung up',
  not_connected: 'accepted, the lines could not be connected',
}

export const ringRoleLabels: Readonly<Record<RingRole, string>> = {
  bdm: 'Own BDM',
  region: 'BDM of the region',
  desk: 'Desk',
}

export const handOff = z.object({
  state: z.enum(handOffStates),
  requestedAt: instant,
  endedAt: instant.nullable(),
  /** The phones in their order; none where no phone was within its hours. */
  rings: z.array(
    z.object({
      role: z.enum(ringRoles),
      name: z.string(),
      state: z.enum(handOffStates),
      end: z.enum(ringEnds).nullable(),
    }),
  ),
})
export type HandOff = z.infer<typeof handOff>
