// Decides which activity a call adds to the broker's timeline, and its text.

import { type CallOutcome, type CallResponse, outcomeTable } from '#contract/calls/calls.ts'

export interface ActivityText {
  type: string
  description: string
}

export interface EndedCall {
  outcome: CallOutcome
  /** Seconds from answer to end. */
  duration: number | null
  response: CallResponse | null
  campaign: string | null
  test: boolean
  failure: string | null
}

/** Activity types for the end of a call; each call has exactly one. */
export const endingTypes = ['call_completed', 'call_not_answered', 'call_failed'] as const

const typeOf = { completed: 'call_completed', no_answer: 'call_not_answered', failed: 'call_failed' } as const

const chose: Record<CallResponse, string> = {
  option_1: 'asked for the link',
  option_2: 'asked for a meeting',
  option_3: 'started an accreditation',
  option_4: 'opted out',
}

const outcomeText: Record<CallOutcome, string> = {
  human: 'answered',
  voicemail: 'went to voicemail, no message was left',
  screened: 'reached a call screener, no person answered',
  silent: 'was answered, nobody spoke',
  no_answer: 'was not answered',
  busy: 'found the line busy',
  declined: 'was declined by the person',
  invalid_number: 'failed: the number was refused',
  provider_fault: 'failed: the provider did not place it',
  cancelled: 'was ended before it was answered',
  unknown: 'ended, outcome unknown',
}

/** 'Premium Home Loan call answered, 1:15, asked for the SMS link' */
export function endText(call: EndedCall): ActivityText {
  const type = typeOf[outcomeTable[call.outcome].status]
  const name = nameOf(call)
  if (call.outcome !== 'human') {
    const reason = call.failure && type === 'call_failed' ? ` (${call.failure.replace(/\.$/, '')})` : ''
    return { type, description: `${name} ${outcomeText[call.outcome]}${reason}` }
  }
  const length = call.duration === null ? '' : `, ${minutes(call.duration)}`
  const response = call.response ? chose[call.response] : 'no response'
  return { type, description: `${name} ${outcomeText.human}${length}, ${response}` }
}

/** Option 2 is left out because the bookings module writes that activity. */
export type ChosenOption = Exclude<CallResponse, 'option_2'>

/** The activity for a chosen option. A test call never counts as an accreditation. */
export function optionText(
  option: ChosenOption,
  call: { campaign: string | null; test: boolean },
): ActivityText {
  const text = liveOptionText(option, call)
  return call.test && option === 'option_3' ? { ...text, type: 'test_option_chosen' } : text
}

function liveOptionText(
  option: ChosenOption,
  call: { campaign: string | null; test: boolean },
): ActivityText {
  const where = `in the ${lowerFirst(nameOf(call))}`
  switch (option) {
    case 'option_1':
      return { type: 'sms_link_requested', description: `Asked for the link ${where}` }
    case 'option_3':
      return { type: 'accreditation_started', description: `Started an accreditation ${where}` }
    case 'option_4':
      return { type: 'opted_out', description: `Asked not to be called again ${where}` }
  }
}

export function callBackText(call: { campaign: string | null; test: boolean }): ActivityText {
  return {
    type: 'call_back_requested',
    description: `Asked to speak to a person in the ${lowerFirst(nameOf(call))}; call back`,
  }
}

/** @param by who accepted */
export function handedOffText(by: string, call: { campaign: string | null; test: boolean }): ActivityText {
  return { type: 'call_handed_off', description: `${by} accepted the ${lowerFirst(nameOf(call))}` }
}

function nameOf({ campaign, test }: { campaign: string | null; test: boolean }): string {
  if (test) return 'Test call'
  return campaign ? `${campaign} call` : 'Call'
}

/** Campaign names keep their capital letter. */
function lowerFirst(name: string): string {
  return name === 'Test call' || name === 'Call' ? name.toLowerCase() : name
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`
}
