import type { CallOutcome } from '#contract/calls/calls.ts'
import type { Answerer } from '#server/conversation/who-answered.ts'

/** The outcome of a call by the recognised answerer, where no understood wish has shown a person. */
export const outcomeOfAnswerer: Partial<Record<Answerer, CallOutcome>> = {
  person: 'human',
  receptionist: 'human',
  screener: 'screened',
  carrier_challenge: 'screened',
  voicemail: 'voicemail',
  ivr: 'voicemail',
  silence: 'silent',
}
