import type { CallResponse } from '#contract/calls.ts'
import type { CheckResult } from '#contract/telephony.ts'
import type { NumberDesk } from './numbers.ts'
import type { OfferedSlot, VoiceEventSink } from './voice.ts'

export const vendorNames = ['twilio', 'vapi'] as const
export type VendorName = (typeof vendorNames)[number]

/** A callback as it arrived. */
export interface VendorRequest {
  /** Path and query exactly as asked for: what the vendor signed, after our public address. */
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

/** A callback that the vendor has not signed, or signed too long ago. Nothing of it is kept but that it came. */
export class ForgedCallback extends Error {}

/** A vendor beside its calls: what it tells us, the numbers it rents to us, and whether all is set up. */
export interface Vendor {
  readonly name: VendorName
  /** For people, e.g. 'account AC12…89, calls from +61491570156'. Without secrets. */
  readonly description: string
  /**
   * Takes a callback in and answers it; delivered again it does no harm.
   * @throws ForgedCallback, and whatever keeps it from being taken in now, so that the vendor sends it again
   */
  receive(request: VendorRequest): Promise<VendorReply>
  numbers: NumberDesk
  /** Tries the settings one by one; never throws. */
  checks(): Promise<CheckResult[]>
}

/** What vendors need of the product. Supplied by the composition root. */
export interface VendorHooks {
  /** Takes in what they tell of calls. */
  sink: VoiceEventSink
  isFictitious(e164: string): boolean
  /** Meeting times that are free now, asked for within a conversation. */
  meetingSlots(): Promise<OfferedSlot[]>
  /** What came of a choice that was taken in, as one sentence to be said, e.g. that the meeting is booked. */
  choiceResult(call: { callId: number; option: CallResponse }): Promise<string>
  /** An SMS that somebody sent us. */
  receiveSms(sms: InboundSms): Promise<void>
  /** What became of an SMS of ours. */
  smsReport(report: SmsReport): Promise<void>
  /** Somebody calls one of our numbers: what to say. Asked again for the same call it gives the same answer. */
  answerInbound(call: InboundCall): Promise<InboundScript>
  /** What that caller asked for; the first wish of a kind counts. */
  inboundWish(call: { provider: VendorName; providerCallId: string }, wish: InboundWish): Promise<void>
}

export interface InboundSms {
  provider: VendorName
  /** The vendor's name of it. */
  ref: string
  from: string
  to: string
  body: string
  /** The vendor itself took it for an opt-out, e.g. by a word that was set up with it. */
  optedOut: boolean
  at: Date
}

export interface SmsReport {
  provider: VendorName
  ref: string
  /** `OutgoingSms.attempt`, which finds the message where its provider's answer was lost or has yet to be stored. */
  attempt: string | null
  status: 'sent' | 'delivered' | 'failed'
  /** One sentence for a person; null where nothing failed. */
  message: string | null
  /** The person had opted out with the vendor. */
  optedOut: boolean
  at: Date
}

export interface InboundCall {
  provider: VendorName
  providerCallId: string
  /** E.164; null where the caller withholds it. */
  from: string | null
  to: string | null
}

export type InboundWish = 'opt_out' | 'operator'

export interface InboundScript {
  /** Who called, for whom and why; how to opt out and how to reach a person. */
  greeting: string
  /** Said once the caller has opted out. */
  optedOut: string
  /** Said where nobody takes over. */
  operator: string
  /** E.164 of the person who takes over, where somebody is there now. */
  transferTo: string | null
}
