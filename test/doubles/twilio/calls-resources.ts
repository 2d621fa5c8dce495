// Calls and recordings as Twilio's API shows them.

import { createMp3Encoder } from 'wasm-media-encoders'
import type { Line } from './calls-lines.ts'
import type { TwilioState } from './state.ts'

export interface PlayedRecording {
  sid: string
  status: 'in-progress' | 'stopped' | 'completed' | 'absent'
  startedAt: Date
  /** Of the call's own seconds. */
  from: number
  seconds: number
  callback: string | null
  events: readonly string[]
  deleted: boolean
}

export interface PlayedPhone {
  to: string
  /** Sentences played to its owner. */
  heard: string[]
  /** The two lines were connected. */
  bridged: boolean
}

export interface PlayedCall {
  sid: string
  to: string
  from: string
  form: URLSearchParams
  line: Line
  status: string
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
  changedAt: Date
  /** Its own seconds since the answer. */
  talked: number
  answeredBy: string | null
  /** Its status callbacks. */
  told: number
  /** The questions that were put to it. */
  asked: number
  price: string | null
  recordings: PlayedRecording[]
  said: string[]
  /** The phones of the team that rang for it, in their order. */
  phones: PlayedPhone[]
  /** Of our answers that Twilio would not take. */
  problems: string[]
}

export const isOver = ({ status }: PlayedCall): boolean =>
  ['completed', 'busy', 'no-answer', 'failed', 'canceled'].includes(status)

const rfc2822 = (at: Date): string => at.toUTCString().replace('GMT', '+0000')
const orNull = (at: Date | null): string | null => at && rfc2822(at)

export function callResource(call: PlayedCall, { accountSid }: TwilioState): object {
  const uri = `/2010-04-01/Accounts/${accountSid}/Calls/${call.sid}`
  return {
    sid: call.sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    to: call.to,
    from: call.from,
    to_formatted: call.to,
    from_formatted: call.from,
    status: call.status,
    date_created: rfc2822(call.createdAt),
    date_updated: rfc2822(call.changedAt),
    start_time: orNull(call.startedAt),
    end_time: orNull(call.endedAt),
    duration: call.endedAt ? String(Math.round(call.talked)) : null,
    price: call.price,
    price_unit: 'USD',
    direction: 'outbound-api',
    answered_by: call.answeredBy,
    queue_time: '0',
    parent_call_sid: null,
    phone_number_sid: null,
    uri: `${uri}.json`,
    subresource_uris: { recordings: `${uri}/Recordings.json` },
  }
}

export function recordingResource(
  { sid, status, startedAt, seconds }: PlayedRecording,
  call: PlayedCall,
  { accountSid }: TwilioState,
): object {
  return {
    sid,
    account_sid: accountSid,
    call_sid: call.sid,
    api_version: '2010-04-01',
    status,
    channels: 2,
    source: 'StartCallRecordingTwiML',
    track: 'both',
    duration: status === 'completed' ? String(Math.round(seconds)) : '-1',
    date_created: rfc2822(startedAt),
    date_updated: rfc2822(startedAt),
    start_time: rfc2822(startedAt),
    price: null,
    price_unit: 'USD',
    error_code: null,
    encryption_details: null,
    conference_sid: null,
    uri: `/2010-04-01/Accounts/${accountSid}/Recordings/${sid}.json`,
  }
}

let made: Promise<Buffer> | undefined

/** Three seconds of two channels: a tone for each speaker. */
export function recordingMp3(): Promise<Buffer> {
  made ??= makeMp3()
  return made
}

async function makeMp3(): Promise<Buffer> {
  const rate = 16_000
  const tone = (hertz: number) =>
    Float32Array.from({ length: 3 * rate }, (_, i) => 0.2 * Math.sin((2 * Math.PI * hertz * i) / rate))
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: 2, sampleRate: rate, bitrate: 32 })
  const body = encoder.encode([tone(330), tone(440)]).slice()
  return Buffer.concat([body, encoder.finalize().slice()])
}
