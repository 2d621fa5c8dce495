import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { CallOutcome, CallResponse } from '#contract/calls/calls.ts'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { VendorId } from '#contract/calls/vendors.ts'
import type { Personality } from '#contract/campaigns/campaigns.ts'
import type { Evidence, Label } from '#server/conversation/reading.ts'
import type { Answerer } from '#server/conversation/who-answered.ts'
import type { DB } from '#server/schema.gen.ts'

/** The script of one call with all placeholders filled. The greeting is spoken first and cannot be removed. */
export interface CallScript {
  greeting: string
  /**
   * Spoken to a call screener or a colleague of the called person: caller, organisation and reason in one sentence. Absent in
   * scripts that an earlier version stored.
   */
  introduction?: string
  /** False where the calling rules forbid it; by default a call is recorded. */
  recorded?: boolean
  /** Spoken after the greeting when no AI leads the conversation. */
  body: string
  aiPrompt: string | null
  personality: Personality
  instructions: string | null
  menu: readonly { option: CallResponse; key: '1' | '2' | '3' | '4'; text: string }[]
  /** The answer to the question whether the call is genuine: where to check it, and its code. Absent as above. */
  genuine?: string
  /** Read when a caller requests a person and no transfer is possible: name, number and source of the called number. */
  operator: string
}

/** A meeting time held for the call until the person chooses it or the call ends; other calls cannot take it. */
export interface OfferedSlot {
  /** ISO 8601; the `option` event carries it when the person names this time. */
  start: string
  /** In the person's time zone (Sydney if unset), e.g. 'Tuesday 24 November at 10 am'. */
  spoken: string
  /** '11 am': Sydney's clock, where it differs. */
  inSydney?: string
}

export interface DialRequest {
  /** Our call's id, sent in metadata or the callback URL, so that every callback identifies its call. */
  callId: number
  to: string
  script: CallScript
  /** Our id of the script version. */
  scriptVersion: number
  /** For the greeting of a person who answers; null if the number belongs to no broker. */
  calledName: string | null
  maxDurationSeconds: number
}

/**
 * The result of a single dial request. `refused` only when the provider rejected it before dialling; any unclear result
 * (timeout, reset, 5xx) is `ambiguous` and never leads to a second dial.
 */
export type DialAnswer =
  | {
      kind: 'accepted'
      providerCallId: string
      /** The calling number, E.164; null if it has none. */
      from: string | null
    }
  | {
      kind: 'refused'
      outcome: Extract<CallOutcome, 'invalid_number' | 'provider_fault'>
      /** One sentence for a person. */
      message: string
    }
  /** Nothing happened: the provider rests, requested a wait, or was never reached. A later dial is safe. */
  | { kind: 'not_taken'; message: string }
  | { kind: 'ambiguous'; message: string }

/** An event in our terms. `key` is the provider's id of the event: each is stored once. */
export type VoiceEvent = { key: string; at: Date } & (
  | { kind: 'ringing' }
  | { kind: 'answered' }
  /** Recognised from the words, or reported by the vendor's detector, which has no words. */
  | { kind: 'answered_by'; who: Answerer; by: 'speech' | 'vendor'; text: string | null }
  /** The menu starts to play. */
  | { kind: 'menu' }
  /**
   * `slot`: the start of the offered meeting time that the person named. `relayed`: a call screener passed on its owner's
   * opt-out.
   */
  | {
      kind: 'option'
      option: CallResponse
      source: 'key' | 'voice'
      slot?: string | null
      relayed?: boolean
    }
  /**
   * The interpreter's reading of an utterance, or a key that answers a read-back. `answer`: to the read-back before it,
   * `question`: the read-back after it.
   */
  | {
      kind: 'understood'
      text: string
      meaning: Label
      value: string | null
      evidence: readonly Evidence[]
      answer: { to: CallResponse | 'callback'; is: 'confirmed' | 'refused' } | null
      question: string | null
    }
  /** The call went on or ended before the person affirmed that they want this. */
  | { kind: 'unconfirmed'; wish: 'option_1' | 'option_3' | 'callback' }
  /**
   * The person asked for a human (0 or 'operator'). `connected`: one took the call over, so no call back is needed. `by`: their
   * name, where the vendor reports it.
   */
  | { kind: 'operator'; connected?: boolean; by?: string }
  /** The words may be an opt-out; the agent asks the person once more. */
  | { kind: 'opt_out_unclear'; text: string }
  /**
   * The person affirmed the time that was read back to them: instants, ISO 8601, on the clock that calling hours follow.
   * The last one of a call counts.
   */
  | { kind: 'callback_requested'; text: string; from: string; to: string }
  /** The person asked not to be recorded. */
  | { kind: 'recording_declined' }
  | { kind: 'recording'; status: 'recording' | 'completed' | 'failed'; ref: string | null }
  | { kind: 'transcript'; lines: TranscriptLine[]; summary: string | null }
  /** The provider's charge for the call: a decimal and an ISO 4217 code. */
  | { kind: 'cost'; amount: string; currency: string }
  /** Recorded by us: another meeting than the one that was named; `booked` null: none. Starts, ISO 8601. */
  | { kind: 'meeting'; said: string | null; booked: string | null }
  /** Recorded by us: the agent stated a rate, a decimal, that the offer does not have. `text`: its sentence. */
  | { kind: 'rate_stated'; text: string; rate: string }
  /** Recorded by us: one provider refused before dialling, another took the call over. */
  | { kind: 'handed_over'; from: ProviderName; to: ProviderName; message: string }
  | { kind: 'ended'; outcome: CallOutcome; durationSeconds: number; message: string | null }
)

/** The provider's record of a call. */
export type CallLookup =
  | { kind: 'found'; providerCallId: string; from: string | null; events: VoiceEvent[] }
  /** The provider never received it. */
  | { kind: 'absent' }
  /** The provider cannot answer now; retry later. */
  | { kind: 'unavailable'; message: string }

/** A call that a provider placed for us, as its list shows it. */
export interface ListedCall {
  providerCallId: string
  /** Our id; null: the list does not show it. */
  callId: number | null
  /** E.164. */
  to: string
  from: string | null
  at: Date
}

export type CallListing =
  | { kind: 'listed'; calls: ListedCall[] }
  /** The provider cannot answer now; retry later. */
  | { kind: 'unavailable'; message: string }

/** The audio of a finished call, audio/mpeg. */
export interface Recording {
  bytes: number
  /** The same for the same bytes. */
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

export type ProviderName = 'simulator' | VendorId

/** A telephone provider. Everything outside this folder speaks only to this port. */
export interface VoiceProvider {
  readonly name: ProviderName
  /** Its calls never count as live ones, and it dials only fictitious numbers. */
  readonly simulated: boolean
  /** Calling hours follow a simulated clock: calls store its time in addition to the real time. */
  readonly ownClock: boolean
  /** Dispatches allowed in any rolling second over all processes; null: unlimited. */
  readonly callsPerSecond: number | null
  /** The clock that calling hours follow. @param db in a transaction, its connection */
  now(db?: Kysely<DB>): Promise<Date>
  /** The same with its speed: its seconds in one real second, 1 with a live provider. */
  clock(): Promise<{ now: Date; speed: number }>
  /** The time that `startClock` would set now. Changes nothing. */
  clockAtStart(): Promise<Date>
  /** Called in the transaction that starts a campaign, before any decision. @returns the calling clock's time */
  startClock(db: Kysely<DB>): Promise<Date>
  /** Whether it may dial this number at all: the simulator only fictitious ones, a live provider never those. */
  mayDial(e164: string): boolean
  /** Sends one dial request. Never throws for a response of the provider; a throw counts as ambiguous. */
  dial(request: DialRequest): Promise<DialAnswer>
  /** Looks up a call's result. @param providerCallId null when the answer to `dial` was lost */
  lookup(call: { callId: number; providerCallId: string | null }): Promise<CallLookup>
  /** The calls that it placed for us since an instant, for an installation that lost its own record of them. */
  listSince(from: Date): Promise<CallListing>
  /** Whether a look-up shows what the person chose; otherwise choices arrive only during the call. */
  readonly reportsChoices: boolean
  /** The latest spoken line of each live call; calls without one are left out. Reads only. */
  lastSaid?(callIds: readonly number[]): Promise<ReadonlyMap<number, TranscriptLine>>
  /** Ends a live call; resolves even if it has already ended. */
  end(call: { callId: number; providerCallId: string | null }): Promise<void>
  /**
   * @param call.ref of the `recording` event
   * @param progress receives the fraction done, below 1, where the recording has to be rendered
   * @throws if it is not available now
   */
  recording(call: { callId: number; ref: string }, progress?: Float32Array): Promise<Recording>
  /** Has the vendor delete its copy of a recording that we keep ourselves. @throws where it cannot now */
  forget?(call: { ref: string; providerCallId: string | null }): Promise<void>
  /**
   * End of the pause after failures or at the provider's request; null if it is ready. A dial before then is refused.
   */
  restsUntil(): Promise<Date | null>
}

/** How long the agent may still speak after a goodbye or an opt-out; then the platform ends the call. */
export const GOODBYE_MS = 15_000

/** Events of one call, in any order. */
export interface CallEvents {
  callId: number
  events: VoiceEvent[]
  /** The provider that reports it; absent for our own. After a fallback the first one's reports no longer count. */
  provider?: ProviderName
  /** The provider's id of the call, in case its answer to `dial` was lost. */
  providerCallId?: string
}

/**
 * Applies a provider's events: stores each once and updates the calls, the whole batch in one transaction. A repeated
 * delivery changes nothing, so the provider continues only after this resolves.
 */
export type VoiceEventSink = (batch: readonly CallEvents[]) => Promise<void>

/** The result of a recorded choice as a sentence to speak, e.g. that the meeting is booked. */
export type ChoiceResult = (call: { callId: number; option: CallResponse }) => Promise<string>

/**
 * Holds meeting times for a call, two or fewer, before they are spoken. The same offer of a call gives the same times,
 * another offer frees them and holds later ones.
 */
export type OfferTimes = (call: { callId: number; offer: string }) => Promise<OfferedSlot[]>

/** When a person wants to be called, by their own clock: local times of `zone`, YYYY-MM-DDTHH:MM; null: no legal one. */
export interface CallbackWish {
  words: string
  zone: string
  from: string | null
  to: string | null
  /** The named time where it is no legal one: the nearest is offered. */
  asked?: string
}

/**
 * The answer to a wish, to be spoken. Only `time` can be affirmed: after a yes, its window becomes a `callback_requested`
 * event. With `none`, record an `operator` event: the text promises that a person calls back.
 */
export type CallbackOffer =
  | { kind: 'time'; text: string; window: { from: string; to: string } }
  | { kind: 'ask_again' | 'none'; text: string }

export type OfferCallback = (call: { callId: number; wish: CallbackWish }) => Promise<CallbackOffer>

/** The result of a recorded `callback_requested` event, as a sentence to speak. */
export type CallbackResult = (call: { callId: number }) => Promise<string>

/** The clock by which the called person names times, and their IANA zone; Sydney where it is unknown. */
export type PersonClock = (call: { callId: number }) => Promise<{ now: Date; zone: string }>
