// Plans the whole simulated call at its dial: events and their times, spoken lines and the recording.

import type { DialRequest, OfferedSlot, VoiceEvent } from '#server/providers/ports/voice.ts'
import { MAX_RECORDING_SECONDS, type RecordingScore, voiceFor } from '../recording/score.ts'
import { type CallbackRequest, type Conversation, converse } from './conversation.ts'
import { breakOff, tenth, transcriptOf } from './dialogue.ts'
import * as say from './lines.ts'
import { askForCall } from './lines.ts'
import { createRandom, hash32, type Random } from './random.ts'
import { type Outcomes, type Scenario, scenarioOf } from './scenario.ts'

type Told<Event> = Event extends { key: string; at: Date } ? Omit<Event, 'key' | 'at'> : never

export interface PlannedEvent {
  /** Unique in its plan. */
  name: string
  /** Seconds from the dial, on the simulator's clock. */
  at: number
  /** The provider's event, without key and time. */
  event: Told<VoiceEvent>
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

/**
 * The same call to the same number with the same script and times gives the same plan.
 * @param times held for the call to offer; left out: the agent speaks of no time
 */
export function planCall(
  request: DialRequest,
  outcomes: Outcomes,
  times?: readonly OfferedSlot[],
  callback?: CallbackRequest,
): CallPlan {
  const { scenario, random, seed } = beginning(request, outcomes)
  if (scenario.kind === 'refused') return refusedPlan(scenario.message)
  if (scenario.kind === 'unanswered') return unansweredPlan(scenario.outcome, random)
  return answeredPlan(request, scenario, { random, seed, times, callback })
}

/** The words by which the person of this call will ask to be called at another time; null: they do not. */
export function wantsCall(request: DialRequest, outcomes: Outcomes): string | null {
  const { scenario, seed } = beginning(request, outcomes)
  if (scenario.kind !== 'answered' || scenario.behaviour.kind !== 'asks_for_call') return null
  return createRandom(seed).pick(askForCall)
}

/** Whether the person of this call will ask for a meeting, so that times must be held before the plan is made. */
export function wantsMeeting(request: DialRequest, outcomes: Outcomes): boolean {
  const { scenario } = beginning(request, outcomes)
  return (
    scenario.kind === 'answered' &&
    scenario.behaviour.kind === 'option' &&
    scenario.behaviour.option === 'option_2'
  )
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

/** Outcomes of a line that a machine or a silent party answered. */
const withoutPerson = ['voicemail', 'screened', 'silent'] as const
type WithoutPerson = (typeof withoutPerson)[number]
const isWithoutPerson = (outcome: Unanswered): outcome is WithoutPerson =>
  withoutPerson.some((each) => each === outcome)

/** Nothing is left with a machine and nothing of it is kept. A screener is waited on for 40 seconds. */
function unansweredPlan(outcome: Unanswered, random: Random): CallPlan {
  const ringing = tenth(random.between(0.8, 2.5))
  const seconds: Record<Exclude<Unanswered, 'screened' | 'silent'>, number> = {
    no_answer: ringing + NO_ANSWER_SECONDS,
    busy: ringing + random.between(1, 2),
    declined: ringing + random.between(4, 12),
    voicemail: ringing + random.between(14, 22),
  }
  const rings =
    outcome === 'screened' || outcome === 'silent' ? ringing + random.between(3, 9) : seconds[outcome]
  const talk: Record<WithoutPerson, readonly [number, number]> = {
    voicemail: [4, 9],
    screened: [44, 50],
    silent: [46, 60],
  }
  const durationSeconds = isWithoutPerson(outcome) ? Math.round(random.between(...talk[outcome])) : 0
  const at = tenth(rings + durationSeconds)
  const answerer =
    outcome === 'screened'
      ? ({ who: 'screener', text: random.pick(say.screenerPrompts) } as const)
      : outcome === 'silent'
        ? ({ who: 'silence', text: null } as const)
        : null
  const events: PlannedEvent[] = [
    { name: 'ringing', at: ringing, event: { kind: 'ringing' } },
    ...(answerer
      ? [
          {
            ...{ name: 'answered_by', at: tenth(rings + 6) },
            event: { kind: 'answered_by', by: 'speech', ...answerer } as const,
          },
        ]
      : []),
    { name: 'ended', at, event: { kind: 'ended', outcome, durationSeconds, message: null } },
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
  times: readonly OfferedSlot[] | undefined
  callback: CallbackRequest | undefined
}

function answeredPlan(
  request: DialRequest,
  scenario: Extract<Scenario, { kind: 'answered' }>,
  { random, seed, times, callback }: Planning,
): CallPlan {
  const ringing = tenth(random.between(0.8, 2.5))
  const answeredAt = tenth(ringing + random.between(3, 18))
  const conversation = converse({
    random,
    script: request.script,
    times,
    callback,
    firstName: request.calledName,
    behaviour: scenario.behaviour,
    declinesRecording: scenario.recording === 'declined',
    maxSeconds: Math.min(request.maxDurationSeconds, MAX_RECORDING_SECONDS),
  })
  const events: PlannedEvent[] = [
    { name: 'ringing', at: ringing, event: { kind: 'ringing' } },
    { name: 'answered', at: answeredAt, event: { kind: 'answered' } },
    { name: 'recording', at: answeredAt, event: { kind: 'recording', status: 'recording', ref: null } },
    ...duringCall(conversation, answeredAt),
    ...endOfCall(conversation, answeredAt),
    ...afterCall(request.callId, { conversation, answeredAt, kept: scenario.recording }),
  ]
  const kept = scenario.recording === 'kept'
  const score = {
    seed,
    voice: voiceFor(request.script.personality),
    durationSeconds: conversation.durationSeconds,
    lines: conversation.lines,
  }
  return { refused: null, answeredAt, events, score: kept ? score : null }
}

function duringCall(conversation: Conversation, answeredAt: number): PlannedEvent[] {
  const { menuAt, option, operatorAt, affirmed, recordingDeclinedAt } = conversation
  const events: PlannedEvent[] = []
  if (recordingDeclinedAt !== null) {
    const at = tenth(answeredAt + recordingDeclinedAt)
    events.push({ name: 'recording_declined', at, event: { kind: 'recording_declined' } })
  }
  if (menuAt !== null) {
    events.push({ name: 'menu', at: tenth(answeredAt + menuAt), event: { kind: 'menu' } })
  }
  if (option) {
    const { at, ...choice } = option
    events.push({ name: option.option, at: tenth(answeredAt + at), event: { kind: 'option', ...choice } })
  }
  if (affirmed) {
    const { at, ...wish } = affirmed
    const event = { kind: 'callback_requested', ...wish } as const
    events.push({ name: 'callback_requested', at: tenth(answeredAt + at), event })
  }
  if (operatorAt !== null) {
    events.push({ name: 'operator', at: tenth(answeredAt + operatorAt), event: { kind: 'operator' } })
  }
  return events
}

function endOfCall({ durationSeconds }: { durationSeconds: number }, answeredAt: number): PlannedEvent[] {
  const event = { kind: 'ended', outcome: 'human', durationSeconds, message: null } as const
  return [{ name: 'ended', at: tenth(answeredAt + durationSeconds), event }]
}

/** Transcript and recording arrive shortly after the end, as they do with a real provider. */
function afterCall(
  callId: number,
  call: { conversation: Conversation; answeredAt: number; kept: 'kept' | 'failed' | 'declined' },
): PlannedEvent[] {
  const { conversation, answeredAt, kept } = call
  const end = answeredAt + conversation.durationSeconds
  // lines after a declined recording are not transcribed either
  const heard = conversation.lines.filter(({ at }) => at <= (conversation.recordingDeclinedAt ?? Infinity))
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
