// The agent's lines in simulated calls outside the script. They contain no figures: only the script states an offer's price.

import type { CallResponse } from '#contract/calls/calls.ts'
import type { Personality } from '#contract/campaigns/campaigns.ts'

/** Spoken where the choice has no result yet. */
export const confirmations: Record<CallResponse, string> = {
  option_1: 'Thank you. The link is on its way to this number by text message.',
  option_2: 'Thank you. I will book the next free time with your manager.',
  option_3: 'Thank you. The link to your accreditation form is on its way to this number by text message.',
  option_4: 'I understand. We will not call this number again.',
}

export const timeNamed = (time: string): string => `Thank you. I will book ${time} with your manager.`

export const NO_TIME =
  'There is no free time that I could book just now. Our team will get in touch to find one.'

/** No time was accepted. */
export const MEETING_NOTED = 'Thank you. We will get back to you about your meeting.'

export const CALL_PLANNED = 'Done: we will call you then.'

/** How the agent leads over to the menu. */
export const leadIn: Record<Personality, string> = {
  professional: 'You have four choices.',
  friendly: 'Here is what I can do for you.',
  authoritative: 'Please choose one of the following.',
  consultative: 'Which of these would help you most?',
}
