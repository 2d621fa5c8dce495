import { z } from 'zod'
import { regions } from '#contract/brokers/brokers.ts'
import { PHONE_REQUIRED } from '#contract/brokers/phone-messages.ts'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, id, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { line } from '#contract/text-fields.ts'
import { handOff } from './hand-offs.ts'
import { spokenLine } from './transcript.ts'

const tag = 'Calls'

/** The provider ends a call with the agent at the latest after this long. */
export const MAX_CALL_SECONDS = 600

export const callStatuses = ['initiated', 'ringing', 'answered', 'completed', 'no_answer', 'failed'] as const
export type CallStatus = (typeof callStatuses)[number]

export const callStatusLabels: Record<CallStatus, string> = {
  initiated: 'In Progress',
  ringing: 'Ringing',
  answered: 'Answered',
  completed: 'Completed',
  no_answer: 'No Answer',
  failed: 'Failed',
}

export const callOutcomes = [
  'human',
  'voicemail',
  'screened',
  'silent',
  'no_answer',
  'busy',
  'declined',
  'invalid_number',
  'provider_fault',
  'cancelled',
  'unknown',
] as const
export type CallOutcome = (typeof callOutcomes)[number]

/**
 * Properties of an outcome: the status it ends in, whether it may be dialled again, whether it counts towards the caps.
 */
export const outcomeTable: Record<
  CallOutcome,
  {
    status: 'completed' | 'no_answer' | 'failed'
    retried: boolean
    countsTowardsCaps: boolean
    label: string
  }
> = {
  human: { status: 'completed', retried: false, countsTowardsCaps: true, label: 'Answered by a person' },
  voicemail: { status: 'no_answer', retried: true, countsTowardsCaps: true, label: 'Voicemail' },
  screened: {
    status: 'no_answer',
    retried: true,
    countsTowardsCaps: true,
    label: 'Call screener, no person',
  },
  silent: { status: 'no_answer', retried: true, countsTowardsCaps: true, label: 'Answered, nobody spoke' },
  no_answer: { status: 'no_answer', retried: true, countsTowardsCaps: true, label: 'No answer' },
  busy: { status: 'no_answer', retried: true, countsTowardsCaps: true, label: 'Busy' },
  declined: { status: 'no_answer', retried: false, countsTowardsCaps: true, label: 'Rejected by the person' },
  invalid_number: { status: 'failed', retried: false, countsTowardsCaps: false, label: 'Number refused' },
  provider_fault: {
    status: 'failed',
    retried: true,
    countsTowardsCaps: false,
    label: 'Provider refused the call',
  },
  cancelled: {
    status: 'failed',
    retried: false,
    countsTowardsCaps: true,
    label: 'Ended before it was answered',
  },
  unknown: { status: 'failed', retried: false, countsTowardsCaps: true, label: 'Unknown' },
}

/**
 * The order of call statuses. Status moves only forward: the highest rank seen wins, whatever the order of arrival.
 * `failed` with outcome `unknown` ranks below any definite end, so that a late callback can still correct it.
 */
export function callRank(status: CallStatus, outcome: CallOutcome | null): number {
  if (status === 'failed' && outcome === 'unknown') return 3
  return { initiated: 0, ringing: 1, answered: 2, failed: 4, no_answer: 5, completed: 6 }[status]
}

export const callResponses = ['option_1', 'option_2', 'option_3', 'option_4'] as const
export type CallResponse = (typeof callResponses)[number]

export const callResponseLabels: Record<CallResponse, string> = {
  option_1: 'SMS link requested',
  option_2: 'BDM meeting booked',
  option_3: 'Accreditation started',
  option_4: 'Opted out',
}

export const recordingStatuses = ['recording', 'completed', 'failed', 'missing'] as const
export type RecordingStatus = (typeof recordingStatuses)[number]

export const call = z.object({
  id: z.number(),
  campaignId: z.number().nullable(),
  status: z.enum(callStatuses),
  outcome: z.enum(callOutcomes).nullable(),
  response: z.enum(callResponses).nullable(),
  provider: z.string(),
  test: z.boolean(),
  phoneNumber: z.string(),
  createdAt: instant,
  callStartTime: instant.nullable(),
  callEndTime: instant.nullable(),
  /** Seconds from answer to end; simulated seconds where the simulator called. */
  duration: z.number().nullable(),
  simulatedAt: instant.nullable(),
  recordingUrl: z.string().nullable(),
  recordingStatus: z.enum(recordingStatuses),
  broker: z
    .object({
      id: z.number(),
      name: z.string(),
      company: z.string().nullable(),
      phone: z.string().nullable(),
      region: z.string().nullable(),
    })
    .nullable(),
  campaign: z.object({ id: z.number(), name: z.string() }).nullable(),
})
export type Call = z.infer<typeof call>

export const callSorts = ['createdAt', 'broker', 'campaign', 'status', 'response', 'duration'] as const
export type CallSort = (typeof callSorts)[number]

export const callListQuery = pageQuery.extend({
  campaignId: id.optional(),
  region: z.enum(regions).optional(),
  status: z.enum(callStatuses).optional(),
  outcome: z.enum(callOutcomes).optional(),
  response: z.enum([...callResponses, 'any', 'none']).optional(),
  brokerId: id.optional(),
  /** Sydney days on which they were dialled, both included. */
  from: givenDay().optional(),
  to: givenDay().optional(),
  inFlight: z.enum(['true', 'false']).optional(),
  /** These calls alone, at most 50, e.g. `17,18`. */
  ids: z
    .string()
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,49}$/, 'Enter up to 50 numbers of calls, such as 17,18')
    .optional(),
  /** Test calls are left out unless requested: 'true' with them, 'only' without the others. */
  test: z.enum(['true', 'false', 'only']).default('false'),
  /** Calls that were certainly never dialled, because the vendor refused them, are left out unless this is 'true'. */
  withdrawn: z.enum(['true', 'false']).optional(),
  /** A column of callSorts, with a leading '-' for descending. Newest first by default. */
  sort: z
    .string()
    .regex(
      /^-?(createdAt|broker|campaign|status|response|duration)$/,
      `Sort by one of ${callSorts.join(', ')}`,
    )
    .default('-createdAt'),
})
export type CallListQuery = z.output<typeof callListQuery>

export const listCalls = endpoint('GET /api/calls', {
  tag,
  summary: 'Calls, newest first',
  access: 'admin_area.read',
  query: callListQuery,
  returns: z.array(call),
})

export const exportCalls = endpoint('GET /api/calls/export', {
  tag,
  summary: 'The interactions as filtered, as CSV',
  access: 'admin_area.read',
  query: callListQuery.omit({ limit: true, cursor: true }),
  kind: 'file',
})

/** The decision that allowed or refused a dial, as recorded at the time. */
export const decision = z.object({
  id: z.number(),
  verdict: z.enum(['call', 'later', 'never']),
  /** Plain sentences, the most important first. */
  reasons: z.array(z.object({ code: z.string(), text: z.string() })),
  notBefore: instant.nullable(),
  decidedAt: instant,
  /** The clock by which it was judged: simulated with the simulator. */
  judgedAt: instant,
  rulesVersion: z.string(),
  dataVersions: z.record(z.string(), z.string()),
  /** The facts the rules decided on. */
  facts: z.record(z.string(), z.unknown()),
})
export type Decision = z.infer<typeof decision>

export const callDetails = call.extend({
  decision: decision.nullable(),
  transcript: z.array(spokenLine),
  summary: z.string().nullable(),
  /** The provider's charge as a decimal, and its currency (ISO 4217). */
  cost: z.string().nullable(),
  costCurrency: z.string().nullable(),
  /** Requests for a person of the team, with the phones that rang. */
  handOffs: z.array(handOff),
  /** Rates that the agent stated and the offer does not have: the sentence, and the rate as a decimal. */
  rateFindings: z.array(z.object({ text: z.string(), rate: z.string(), at: instant })),
  followUps: z.array(
    z.object({
      /** 'sms', 'email', 'suppression' or a type of activity. */
      kind: z.string(),
      description: z.string(),
      status: z.string(),
      /** Why a message is held, queued or failed. */
      reason: z.string().nullable(),
      at: instant,
    }),
  ),
  events: z.array(z.object({ kind: z.string(), at: instant, description: z.string() })),
})
export type CallDetails = z.infer<typeof callDetails>

export const getCall = endpoint('GET /api/calls/:id', {
  tag,
  summary: 'One call with its decision, transcript and follow-up',
  access: 'admin_area.read',
  params: idParams,
  returns: callDetails,
})

export const getRecording = endpoint('GET /api/calls/:id/recording', {
  tag,
  summary: 'The recording as audio/mpeg; answers range requests',
  access: 'recordings.read',
  params: idParams,
  /** `?download` has the browser save it as call-recording-{id}.mp3. */
  query: z.object({ download: z.string().max(10).optional() }),
  kind: 'file',
  otherStatuses: [206, 416],
})

export const getWaveform = endpoint('GET /api/calls/:id/waveform', {
  tag,
  summary: 'Loudness of both channels over the call, 0 to 1, for drawing the player',
  access: 'recordings.read',
  params: idParams,
  returns: z.object({
    agent: z.array(z.number()),
    caller: z.array(z.number()),
    /** Below 1 the recording is still being prepared: poll again. */
    ready: z.number().min(0).max(1),
  }),
})

export const endCall = endpoint('POST /api/calls/:id/end', {
  tag,
  summary: 'Ends a call in flight',
  access: 'calls.end',
  params: idParams,
  returns: call,
})

export const testCallBody = z.object({
  phoneNumber: line(PHONE_REQUIRED).min(1, PHONE_REQUIRED).max(60, 'Enter a valid phone number'),
  campaignId: bodyId,
})

const testCallAnswer = z.object({ callId: z.number(), phoneNumber: z.string(), message: z.string() })

export const testCall = endpoint('POST /api/calls/test', {
  tag,
  summary: 'Calls a number with a campaign’s script; not counted in reports',
  access: 'calls.dial',
  body: testCallBody,
  returns: testCallAnswer,
  status: 201,
  idempotent: true,
})

export const testCallBroker = endpoint('POST /api/brokers/:id/test-call', {
  tag,
  summary: 'Test call to a broker',
  access: 'calls.dial',
  params: idParams,
  returns: testCallAnswer,
  status: 201,
  idempotent: true,
})
