// The ways in which a call ends on our own knowledge, without an event of its provider.

import type { CallOutcome } from '#contract/calls/calls.ts'
import { WITHDRAWN } from './call-state.rules.ts'

export interface Ending {
  /** Identifies the occasion, so that it is stored once. */
  key: string
  outcome: CallOutcome
  /** One sentence for a person. */
  message: string
}

/** The provider certainly did not dial: the broker returns to their place. */
const notDialled = (message: string): Ending => ({ key: WITHDRAWN, outcome: 'provider_fault', message })

export const endings = {
  suppressed: {
    key: 'suppressed',
    outcome: 'cancelled',
    message: 'Not dialled: the number was suppressed before its turn came.',
  },
  campaign: notDialled('Not dialled: the campaign was no longer active when its turn came.'),
  broker: notDialled('Not dialled: the broker’s number or standing changed before its turn came.'),
  endedByStaff: {
    key: 'ended-by-staff',
    outcome: 'cancelled',
    message: 'Ended by staff before it was dialled.',
  },
  /** The script or the provider of the call is gone. */
  removed: {
    key: 'given-up',
    outcome: 'cancelled',
    message: 'The campaign or the provider of this call was removed before it was dialled.',
  },
  neverDispatched: notDialled(
    'The server stopped before the call was sent to the provider. Nobody was called, and the broker waits for another turn.',
  ),
  notDialled,
  refused: (outcome: CallOutcome, message: string): Ending => ({ key: 'refused', outcome, message }),
  unknown: (message: string): Ending => ({ key: 'unknown', outcome: 'unknown', message }),
} as const satisfies Record<string, Ending | ((...given: never[]) => Ending)>
