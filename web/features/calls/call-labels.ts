import {
  type CallDetails,
  type CallResponse,
  type CallStatus,
  callResponseLabels,
  callStatusLabels,
  type RecordingStatus,
} from '#contract/calls.ts'
import type { Tone } from '#web/ui/tone.ts'

const statusTones: Record<CallStatus, Tone> = {
  initiated: 'blue',
  ringing: 'blue',
  answered: 'green',
  completed: 'green',
  no_answer: 'amber',
  failed: 'red',
}

interface Look {
  label: string
  tone: Tone
}

/** A status this screen does not know (of a newer server, say) reads 'Unknown'. */
export function callStatusLook(status: string): Look {
  const isKnown = Object.hasOwn(callStatusLabels, status)
  const known = status as CallStatus // checked above
  return isKnown
    ? { label: callStatusLabels[known], tone: statusTones[known] }
    : { label: 'Unknown', tone: 'grey' }
}

const responseTones: Record<CallResponse, Tone> = {
  option_1: 'amber',
  option_2: 'blue',
  option_3: 'green',
  option_4: 'red',
}

/** Null where nothing was chosen. */
export function callResponseLook(response: CallResponse | null): Look | null {
  return response && { label: callResponseLabels[response], tone: responseTones[response] }
}

export const recordingLabels: Record<RecordingStatus, string> = {
  recording: 'Recording in Progress...',
  completed: 'Recording Available',
  failed: 'Recording Unavailable',
  missing: 'Recording Unavailable',
}

const inFlight: readonly CallStatus[] = ['initiated', 'ringing', 'answered']

/** True until the call has reached an end. */
export function isInFlight(status: CallStatus): boolean {
  return inFlight.includes(status)
}

/** Why a call failed, in a sentence; null where there is no more to say than what its outcome says. */
export function failureOf({ status, events }: Pick<CallDetails, 'status' | 'events'>): string | null {
  if (status !== 'failed') return null
  const told = events.findLast(({ kind }) => kind === 'ended')?.description ?? null
  return told?.startsWith('Ended: ') ? null : told
}

/** That another provider took the call over, and why; null where one had it from the beginning. */
export function handingOverOf({ events }: Pick<CallDetails, 'events'>): string | null {
  return events.findLast(({ kind }) => kind === 'handed_over')?.description ?? null
}

const providerNames: Record<string, string> = { simulator: 'Simulator', twilio: 'Twilio', vapi: 'Vapi' }

export function providerName(provider: string): string {
  return Object.hasOwn(providerNames, provider) ? (providerNames[provider] ?? provider) : provider
}
