import type { Kysely } from 'kysely'
import type { CallOutcome, CallResponse, TranscriptLine } from '#contract/calls.ts'
import type { Personality } from '#contract/campaigns.ts'
import type { DB } from '#server/schema.gen.ts'

/** The script of one call, with every placeholder filled. The greeting comes first and cannot be edited away. */
export interface CallScript {
  greeting: string
  /** What is said after the greeting where no AI leads the conversation. */
  body: string
  aiPrompt: string | null
  personality: Personality
  instructions: string | null
  menu: readonly { option: CallResponse; key: '1' | '2' | '3' | '4'; text: string }[]
  /** Times of a meeting that may be offered to who chooses option 2: two real ones, fewer where there are not so many. */
  meetingSlots: readonly OfferedSlot[]
  /** Read to who asks for a person and cannot be put through: name, number, where the called number came from. */
  operator: string
}

export interface OfferedSlot {
  /** ISO 8601; goes with the `option` event of who names it. */
  start: string
  /** In Sydney's time, e.g. 'Tuesday 24 November at 10 am'. */
  spoken: string
}

export interface DialRequest {
  /** Our call's id: goes into metadata or the callback URL, so that every callback names its call. */
  callId: number
  to: string
  script: CallScript
  /** For the greeting of a person who answers; null where the number belongs to no broker. */
  calledName: string | null
  maxDurationSeconds: number
}

/**
 * What asking the provider once led to. `refused` only when the provider said so before dialling; anything
 * unclear (timeout, reset, 5xx) is `ambiguous` and is never answered by dialling again.
 */
export type DialAnswer =
  | { kind: 'accepted'; providerCallId: string }
  | {
      kind: 'refused'
      outcome: Extract<CallOutcome, 'invalid_number' | 'provider_fault'>
      /** One sentence for a person. */
      message: string
    }
  | { kind: 'ambiguous'; message: string }

/** An event in our words. `key` is the provider's own name of the event: the same one is stored once. */
export type VoiceEvent = { key: string; at: Date } & (
  | { kind: 'ringing' }
  | { kind: 'answered' }
  /** `slot`: the start of the offered meeting time that the person named. */
  | { kind: 'option'; option: CallResponse; source: 'key' | 'voice'; slot?: string | null }
  /** The person asked for a human (0 or 'operator'). */
  | { kind: 'operator' }
  /** The person asked not to be recorded. */
  | { kind: 'recording_declined' }
  | { kind: 'recording'; status: 'recording' | 'completed' | 'failed'; ref: string | null }
  | { kind: 'transcript'; lines: TranscriptLine[]; summary: string | null; cost: string | null }
  | { kind: 'ended'; outcome: CallOutcome; durationSeconds: number; message: string | null }
)

/** What the provider knows of a call that we ask about. */
export type CallLookup =
  | { kind: 'found'; providerCallId: string; events: VoiceEvent[] }
  /** The provider never had it. */
  | { kind: 'absent' }
  /** It cannot say now; ask again later. */
  | { kind: 'unavailable'; message: string }

export interface RecordingFile {
  /** A local file, complete, audio/mpeg. */
  path: string
  bytes: number
}

/** A telephone provider. Everything outside this folder speaks only to this port. */
export interface VoiceProvider {
  readonly name: 'simulator' | 'twilio' | 'vapi'
  /** Nothing it writes counts for a live provider, and it dials only fictitious numbers. */
  readonly simulated: boolean
  /** Dispatches allowed in any rolling second over all processes; null: unlimited. */
  readonly callsPerSecond: number | null
  /** The clock that calling hours are judged by. */
  now(): Promise<Date>
  /** The same with its speed: its seconds in one real second, 1 with a live provider. */
  clock(): Promise<{ now: Date; speed: number }>
  /** The instant that a campaign started now would be judged by; what `startClock` would set. Changes nothing. */
  clockAtStart(): Promise<Date>
  /** To be called in the transaction in which a campaign starts, before anything is judged. Answers the clock's time. */
  startClock(db: Kysely<DB>): Promise<Date>
  /** Whether it may dial this number at all: the simulator only fictitious ones, a live provider never those. */
  mayDial(e164: string): boolean
  /** Asks the provider to dial, once. Never throws for an answer of the provider; a throw counts as ambiguous. */
  dial(request: DialRequest): Promise<DialAnswer>
  /** Asks what became of a call. @param providerCallId null when the answer to `dial` was lost */
  lookup(call: { callId: number; providerCallId: string | null }): Promise<CallLookup>
  /** Ends a live call; resolves also when it has ended already. */
  end(call: { callId: number; providerCallId: string | null }): Promise<void>
  /** The audio of a finished call. @param ref what the `recording` event carried */
  recording(call: { callId: number; ref: string }): Promise<RecordingFile>
  /** Loudness of agent and caller, 0 to 1, a few hundred points. */
  waveform(call: { callId: number; ref: string }): Promise<{ agent: number[]; caller: number[] }>
}

/** Events of one call, in any order. */
export interface CallEvents {
  callId: number
  events: VoiceEvent[]
}

/**
 * Where a provider delivers its events: stores each once and folds the calls, the whole batch in one transaction.
 * Delivering again does no harm, so whoever delivers goes on only when this resolves.
 */
export type VoiceEventSink = (batch: readonly CallEvents[]) => Promise<void>
