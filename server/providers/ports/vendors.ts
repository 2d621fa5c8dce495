import type { CheckResult } from '#contract/calls/telephony.ts'
import type { VendorId } from '#contract/calls/vendors.ts'
import type { HandOffDesk } from './hand-off.ts'
import type { NumberDesk } from './numbers.ts'
import type {
  CallbackResult,
  ChoiceResult,
  OfferCallback,
  OfferTimes,
  PersonClock,
  VoiceEventSink,
} from './voice.ts'

/** A callback as it arrived. */
export interface VendorRequest {
  /** Path and query exactly as requested: the vendor signed them, appended to our public address. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export interface VendorReply {
  status: number
  /** null: without a body. */
  contentType: 'text/xml' | 'application/json' | null
  body: string
}

/** A callback that the vendor has not signed, or signed too long ago. It is only counted. */
export class ForgedCallback extends Error {}

/** A vendor besides its calls: its callbacks, the numbers it rents to us, and its set-up. */
export interface Vendor {
  readonly name: VendorId
  /** For people, e.g. 'account AC12…89, calls from +61491570156'. Without secrets. */
  readonly description: string
  /**
   * Applies a callback and answers it; a repeated delivery changes nothing.
   * @throws ForgedCallback, and any error that keeps it from being applied now, so that the vendor sends it again
   */
  receive(request: VendorRequest): Promise<VendorReply>
  numbers: NumberDesk
  /** Tries the settings one by one; never throws. */
  checks(): Promise<CheckResult[]>
}

/** The product's functions for vendors. Supplied by the composition root. */
export interface VendorHooks {
  /** Applies the events of calls. */
  sink: VoiceEventSink
  isFictitious(e164: string): boolean
  offerTimes: OfferTimes
  choiceResult: ChoiceResult
  offerCallback: OfferCallback
  callbackResult: CallbackResult
  personClock: PersonClock
  /** Finds a person of the team who takes a call over. */
  handOff: HandOffDesk
  /** An SMS that somebody sent us. */
  receiveSms(sms: InboundSms): Promise<void>
  /** The delivery report of one of our SMS. */
  smsReport(report: SmsReport): Promise<void>
  /** The texts for a caller of one of our numbers; the same call always gets the same texts. */
  answerInbound(call: InboundCall): Promise<InboundScript>
  /** A request by that caller; an opt-out and a request for a person count once each. @param said the words; absent: a key */
  inboundRequest(
    call: { provider: VendorId; providerCallId: string },
    request: InboundRequest,
    said?: SpokenWords,
  ): Promise<void>
}

export interface InboundSms {
  provider: VendorId
  /** The vendor's id. */
  ref: string
  from: string
  to: string
  body: string
  /** The vendor itself treated it as an opt-out, e.g. by a word that was set up with it. */
  optedOut: boolean
  at: Date
}

export interface SmsReport {
  provider: VendorId
  ref: string
  /** `OutgoingSms.attempt`: finds the message even if the provider's answer was lost or is not stored yet. */
  attempt: string | null
  status: 'sent' | 'delivered' | 'failed'
  /** One sentence for a person; null if nothing failed. */
  message: string | null
  /** The person had opted out with the vendor. */
  optedOut: boolean
  at: Date
}

export interface InboundCall {
  provider: VendorId
  providerCallId: string
  /** E.164; null where the caller withholds it. */
  from: string | null
  to: string | null
}

/**
 * `opt_out_unclear`: the words may be an opt-out; the agent asks the caller once. `opt_out_denied`: the caller answered that they
 * do not opt out.
 */
export type InboundRequest = 'opt_out' | 'operator' | 'opt_out_unclear' | 'opt_out_denied'

/** Words and the rule of the vocabulary that they matched. */
export interface SpokenWords {
  text: string
  rule: string | null
  words: string | null
}

export interface InboundScript {
  /** Who called them, for which lender and why; how to opt out and how to reach a person. */
  greeting: string
  /** Spoken after the caller has opted out. */
  optedOut: string
  /** Spoken if no one can take over. */
  operator: string
  /** E.164 of the person who takes over, if one is available now. */
  transferTo: string | null
  /** Spoken to the person who takes over, before they accept the call. */
  introduction: string
}
