import {
  type CallDetails,
  type CallResponse,
  type CallStatus,
  callResponseLabels,
  callStatusLabels,
  type RecordingStatus,
} from '#contract/calls/calls.ts'
import { vendorFacts, vendors } from '#contract/calls/vendors.ts'
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

/** An unrecognised status, e.g. from a newer server, reads 'Unknown'. */
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

/** Null if nothing was chosen. */
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

/** True until the call has ended. */
export function isInFlight(status: CallStatus): boolean {
  return inFlight.includes(status)
}

/** Why a call failed, in a sentence; null if its outcome is explanation enough. */
export function failureOf({ status, events }: Pick<CallDetails, 'status' | 'events'>): string | null {
  if (status !== 'failed') return null
  const reason = events.findLast(({ kind }) => kind === 'ended')?.description ?? null
  return reason?.startsWith('Ended: ') ? null : reason
}

/** Why the call failed over to another provider; null without a failover. */
export function handingOverOf({ events }: Pick<CallDetails, 'events'>): string | null {
  return events.findLast(({ kind }) => kind === 'handed_over')?.description ?? null
}

export function providerName(provider: string): string {
  const vendor = vendors.find((name) => name === provider)
  if (vendor) return vendorFacts[vendor].label
  return provider === 'simulator' ? 'Simulator' : provider
}
