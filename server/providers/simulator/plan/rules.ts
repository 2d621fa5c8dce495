// Plans the whole simulated call at its dial: events and their times, spoken lines and the recording.

import type { DialRequest } from '#server/providers/ports/voice.ts'
import { MAX_RECORDING_SECONDS, type RecordingScore, voiceFor } from '../recording/score.ts'
import type { CallHooks, PlainEvent } from './agent.ts'
import { type Conversation, converse } from './conversation.ts'
import { breakOff, tenth, transcriptOf } from './dialogue.ts'
import { createColleague, createMailbox, createScreener, createSilentLine } from './others.ts'
import type { Party } from './party.ts'
import { createPerson } from './person.ts'
import { createRandom, hash32, type Random } from './random.ts'
import { type Outcomes, type Scenario, scenarioOf } from './scenario.ts'

export interface PlannedEvent {
  /** Unique in its plan. */
  name: string
  /** Seconds from the dial, on the simulator's clock. */
  at: number
  /** The provider's event, without key and time. */
  event: PlainEvent
}

export interface CallPlan {
  /** Why the dial itself is refused; null where it is not. */
  refused: string | null
  /** Seconds from the dial; null where the call is not answered. */
  answeredAt: number | null
  /** In order of time. */
  events: PlannedEvent[]
  /** The recording's content, as long as the call; null without a recording. */
  score: RecordingScore | null
}

const NO_ANSWER_SECONDS = 25

/** Of calls without a product behind them: the agent speaks of no meeting time and reads back no call. */
const noHooks: CallHooks = {
  clock: async () => null,
  offerTimes: null,
  offerCallback: async () => ({ kind: 'none', text: 'A person will call you back.' }),
}

/** The same call to the same number with the same script, times and clock gives the same plan. */
export async function planCall(
  request: DialRequest,
  outcomes: Outcomes,
  hooks: CallHooks = noHooks,
): Promise<CallPlan> {
  const { scenario, random, seed } = beginning(request, outcomes)
  if (scenario.kind === 'refused') return refusedPlan(scenario.message)
  if (scenario.kind === 'unanswered' && !isOther(scenario.outcome))
    return unansweredPlan(scenario.outcome, random)
  return linePlan(request, scenario, { random, seed, hooks })
}

function beginning(request: DialRequest, outcomes: Outcomes) {
  const seed = hash32(`call ${request.callId} ${request.to}`)
  const random = createRandom(seed)
  return { seed, random, scenario: possible(scenarioOf(outcomes, request.to, random), request) }
}

/** A person whose option is missing in the menu listens and chooses nothing. */
function possible(scenario: Scenario, { script }: DialRequest): Scenario {
  if (scenario.kind !== 'answered' || scenario.behaviour.kind !== 'option') return scenario
  const { option } = scenario.behaviour
  if (script.menu.some((item) => item.option === option)) return scenario
  return { ...scenario, behaviour: { kind: 'listens' } }
}

function refusedPlan(message: string): CallPlan {
  const event = { kind: 'ended', outcome: 'invalid_number', durationSeconds: 0, message } as const
  return { refused: message, answeredAt: null, events: [{ name: 'ended', at: 0, event }], score: null }
}

type Unanswered = Extract<Scenario, { kind: 'unanswered' }>['outcome']

/** Lines that no person answers. */
type Other = 'voicemail' | 'screened' | 'silent'
const isOther = (outcome: Unanswered): outcome is Other =>
  outcome === 'voicemail' || outcome === 'screened' || outcome === 'silent'

function unansweredPlan(outcome: Exclude<Unanswered, Other>, random: Random): CallPlan {
  const ringing = tenth(random.between(0.8, 2.5))
  const seconds: Record<typeof outcome, number> = {
    no_answer: ringing + NO_ANSWER_SECONDS,
    busy: ringing + random.between(1, 2),
    declined: ringing + random.between(4, 12),
  }
  const at = tenth(seconds[outcome])
  const events: PlannedEvent[] = [
    { name: 'ringing', at: ringing, event: { kind: 'ringing' } },
    { name: 'ended', at, event: { kind: 'ended', outcome, durationSeconds: 0, message: null } },
  ]
  // an engaged line never rings
  return {
    refused: null,
    answeredAt: null,
    events: outcome === 'busy' ? events.slice(1) : events,
    score: null,
  }
}

interface Planning {
  random: Random
  seed: number
  hooks: CallHooks
}

type Answered = Exclude<Scenario, { kind: 'refused' }>

function partyOf(request: DialRequest, scenario: Answered, random: Random): Party {
  const { script, calledName: name } = request
  const parts = { random, name }
  if (scenario.kind === 'unanswered') {
    if (scenario.outcome === 'voicemail') return createMailbox(parts)
    return scenario.outcome === 'screened' ? createScreener(parts, null) : createSilentLine()
  }
  const { behaviour, traits, recording } = scenario
  if (behaviour.kind === 'colleague') return createColleague(parts)
  const declinesRecording = recording === 'declined'
  const person = createPerson({ ...parts, script, behaviour, traits, declinesRecording })
  return traits.isScreened ? createScreener(parts, person) : person
}

/** Seconds that a line rings before it is answered. */
function ringsFor(scenario: Answered, random: Random): number {
  if (scenario.kind === 'answered') return random.between(3, 18)
  return scenario.outcome === 'voicemail' ? random.between(14, 22) : random.between(3, 9)
}

async function linePlan(
  request: DialRequest,
  scenario: Answered,
  { random, seed, hooks }: Planning,
): Promise<CallPlan> {
  const ringing = tenth(random.between(0.8, 2.5))
  const answeredAt = tenth(ringing + ringsFor(scenario, random))
  const { script, calledName } = request
  const conversation = await converse({
    ...{ random, script, calledName, hooks },
    party: partyOf(request, scenario, random),
    maxSeconds: Math.min(request.maxDurationSeconds, MAX_RECORDING_SECONDS),
  })
  const { durationSeconds, outcome } = conversation
  const rings: PlannedEvent = { name: 'ringing', at: ringing, event: { kind: 'ringing' } }
  const end: PlannedEvent = {
    ...{ name: 'ended', at: tenth(answeredAt + durationSeconds) },
    event: { kind: 'ended', outcome, durationSeconds, message: null },
  }
  const during = duringCall(conversation, answeredAt)
  // nothing is left with a machine and nothing of it is kept
  if (outcome !== 'human') {
    const answerer = outcome === 'silent' ? silence(tenth(answeredAt + durationSeconds)) : []
    const told = during.filter(({ event }) => event.kind === 'answered_by' || event.kind === 'option')
    return { refused: null, answeredAt: null, events: [rings, ...told, ...answerer, end], score: null }
  }
  const isRecorded = script.recorded !== false
  const hasDeclined = !isRecorded || during.some(({ event }) => event.kind === 'recording_declined')
  const fails = scenario.kind === 'answered' && scenario.recording === 'failed'
  const kept = hasDeclined ? 'declined' : fails ? 'failed' : 'kept'
  const score = {
    ...{ seed, voice: voiceFor(script.personality), durationSeconds },
    lines: conversation.lines,
  }
  const events: PlannedEvent[] = [
    rings,
    { name: 'answered', at: answeredAt, event: { kind: 'answered' } },
    ...(isRecorded ? [recordingBegun(answeredAt)] : []),
    ...during,
    end,
    ...afterCall(request.callId, { conversation, answeredAt, kept }),
  ]
  return { refused: null, answeredAt, events, score: kept === 'kept' ? score : null }
}

const recordingBegun = (at: number): PlannedEvent => ({
  ...{ name: 'recording', at },
  event: { kind: 'recording', status: 'recording', ref: null },
})

const silence = (at: number): PlannedEvent[] => [
  { name: 'silence', at, event: { kind: 'answered_by', who: 'silence', by: 'speech', text: null } },
]

/** The events of the conversation; the first of a kind has its plain name. */
function duringCall({ events }: Conversation, answeredAt: number): PlannedEvent[] {
  const counts = new Map<string, number>()
  return events.map(({ at, event }) => {
    const kind = event.kind === 'option' ? event.option : event.kind
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return { name: count === 1 ? kind : `${kind}_${count}`, at: tenth(answeredAt + at), event }
  })
}

/** Transcript and recording arrive shortly after the end, as they do with a real provider. */
function afterCall(
  callId: number,
  call: { conversation: Conversation; answeredAt: number; kept: 'kept' | 'failed' | 'declined' },
): PlannedEvent[] {
  const { conversation, answeredAt, kept } = call
  const end = answeredAt + conversation.durationSeconds
  // lines after a declined recording are not transcribed either
  const declined = conversation.events.find(({ event }) => event.kind === 'recording_declined')
  const heard = conversation.lines.filter(({ at }) => at <= (declined?.at ?? Infinity))
  const lines = transcriptOf(heard)
  const events: PlannedEvent[] = [
    {
      name: 'transcript',
      at: tenth(end + 1),
      event: { kind: 'transcript', lines, summary: conversation.summary },
    },
  ]
  if (kept === 'declined') return events
  const status = kept === 'kept' ? 'completed' : 'failed'
  const ref = kept === 'kept' ? recordingRef(callId) : null
  events.push({ name: 'recording_done', at: tenth(end + 2), event: { kind: 'recording', status, ref } })
  return events
}

function recordingRef(callId: number): string {
  return `call-${callId}`
}

/**
 * The plan of a call that we end now; past events are kept.
 * @param now seconds from the dial
 */
export function endPlan(plan: CallPlan, callId: number, now: number): CallPlan {
  const happened = plan.events.filter((event) => event.at <= now)
  if (happened.some(({ event }) => event.kind === 'ended')) return plan
  const { answeredAt } = plan
  if (answeredAt === null || answeredAt > now) {
    const event = { kind: 'ended', outcome: 'cancelled', durationSeconds: 0, message: null } as const
    const events = [...happened, { name: 'ended_by_us', at: now, event }]
    return { refused: null, answeredAt: null, events, score: null }
  }
  return endConversation(plan, happened, { callId, now, answeredAt })
}

function endConversation(
  plan: CallPlan,
  happened: PlannedEvent[],
  call: { callId: number; now: number; answeredAt: number },
): CallPlan {
  const elapsed = call.now - call.answeredAt
  const durationSeconds = Math.min(Math.ceil(elapsed), MAX_RECORDING_SECONDS)
  const score = plan.score && {
    ...plan.score,
    durationSeconds,
    lines: breakOff(plan.score.lines, durationSeconds),
  }
  const ended = {
    name: 'ended_by_us',
    at: call.now,
    event: { kind: 'ended', outcome: 'human', durationSeconds, message: 'Ended by staff.' },
  } as const
  const transcript = {
    name: 'transcript',
    at: call.now,
    event: {
      kind: 'transcript',
      lines: transcriptOf(score?.lines ?? []),
      summary: 'The call was ended by staff.',
      cost: null,
    },
  } as const
  const recording = {
    name: 'recording_done',
    at: call.now,
    event: score
      ? ({ kind: 'recording', status: 'completed', ref: recordingRef(call.callId) } as const)
      : ({ kind: 'recording', status: 'failed', ref: null } as const),
  }
  const declined = happened.some(({ event }) => event.kind === 'recording_declined')
  const events = [...happened, ended, transcript, ...(declined ? [] : [recording])]
  return { ...plan, events, score }
}
