import type { Readable } from 'node:stream'
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
  /** E.164 of the person who takes over, where somebody is there now; null: `operator` is read instead. */
  transferTo: string | null
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
  /** Our id of the words that the script was made from. */
  scriptVersion: number
  /** For the greeting of a person who answers; null where the number belongs to no broker. */
  calledName: string | null
  maxDurationSeconds: number
}

/**
 * What asking the provider once led to. `refused` only when the provider said so before dialling; anything
 * unclear (timeout, reset, 5xx) is `ambiguous` and is never answered by dialling again.
 */
export type DialAnswer =
  | {
      kind: 'accepted'
      providerCallId: string
      /** The number that calls, E.164; null where it has none. */
      from: string | null
    }
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
  /** The person asked for a human (0 or 'operator'); `connected`: and was put through, so nobody need call back. */
  | { kind: 'operator'; connected?: boolean }
  /** The person asked not to be recorded. */
  | { kind: 'recording_declined' }
  | { kind: 'recording'; status: 'recording' | 'completed' | 'failed'; ref: string | null }
  | { kind: 'transcript'; lines: TranscriptLine[]; summary: string | null }
  /** What the provider takes for the call: a decimal and an ISO 4217 code. */
  | { kind: 'cost'; amount: string; currency: string }
  /** Said by us: one provider refused before dialling, another took the call over. */
  | { kind: 'handed_over'; from: ProviderName; to: ProviderName; message: string }
  | { kind: 'ended'; outcome: CallOutcome; durationSeconds: number; message: string | null }
)

/** What the provider knows of a call that we ask about. */
export type CallLookup =
  | { kind: 'found'; providerCallId: string; from: string | null; events: VoiceEvent[] }
  /** The provider never had it. */
  | { kind: 'absent' }
  /** It cannot say now; ask again later. */
  | { kind: 'unavailable'; message: string }

/** The audio of a finished call, audio/mpeg, complete. */
export interface Recording {
  bytes: number
  /** The same bytes have the same one. */
  etag: string
  /** @param range first and last byte, both included */
  read(range: { start: number; end: number }): Promise<Readable>
  waveform(): Promise<Waveform>
}

/** Loudness of agent and caller, 0 to 1, a few hundred points of equal number. */
export interface Waveform {
  agent: number[]
  caller: number[]
}

export type ProviderName = 'simulator' | 'twilio' | 'vapi'

/** A telephone provider. Everything outside this folder speaks only to this port. */
export interface VoiceProvider {
  readonly name: ProviderName
  /** Nothing it writes counts for a live provider, and it dials only fictitious numbers. */
  readonly simulated: boolean
  /** Calling hours are judged by a clock that is not the real one: calls keep its time beside the real one. */
  readonly ownClock: boolean
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
  /** @param call.ref what the `recording` event carried @throws where it cannot be had now */
  recording(call: { callId: number; ref: string }): Promise<Recording>
  /**
   * Until when nothing is to be asked of it, after it failed or said that it is busy; null: it is ready.
   * What is dialled all the same is refused.
   */
  restsUntil(): Promise<Date | null>
}

/** Events of one call, in any order. */
export interface CallEvents {
  callId: number
  events: VoiceEvent[]
  /** Who tells. A call that went over to another provider is no longer told of by the first; absent: we ourselves. */
  provider?: ProviderName
  /** The provider's name of the call: makes up for an answer to `dial` that was lost. */
  providerCallId?: string
}

/**
 * Where a provider delivers its events: stores each once and folds the calls, the whole batch in one transaction.
 * Delivering again does no harm, so whoever delivers goes on only when this resolves.
 */
export type VoiceEventSink = (batch: readonly CallEvents[]) => Promise<void>
