/** A dial that a person asked for in a call, at a time that was read back to them. */
export const requestedCallStates = ['planned', 'dialling', 'kept', 'missed', 'cancelled'] as const
export type RequestedCallState = (typeof requestedCallStates)[number]

export const requestedCallStateLabels: Record<RequestedCallState, string> = {
  planned: 'Planned',
  dialling: 'Being dialled',
  kept: 'Dialled as promised',
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
