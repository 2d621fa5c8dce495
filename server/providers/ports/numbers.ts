import type { NumberNeeds, NumberOrder, VendorNumber } from '#contract/calls/telephony.ts'

/** The Twilio account that another vendor may import a number from. */
export interface TwilioAccount {
  accountSid: string
  authToken: string
  /** In place of the token. */
  apiKey: { sid: string; secret: string } | null
}

/** A vendor's numbers. Every method throws `NumberRefused` with one sentence that names the next action. */
export interface NumberDesk {
  list(): Promise<VendorNumber[]>
  /** The requirements of vendor and regulator for renting a number of this area. */
  needs(areaCode: string): Promise<NumberNeeds>
  /** Rents one number, once. An unclear answer is never followed by a second order. */
  buy(order: NumberOrder): Promise<VendorNumber>
  /** Points this number's calls and messages at us. */
  connect(id: string): Promise<VendorNumber>
  /** Releases the number. */
  release(id: string): Promise<void>
  /** Lets this vendor call from a number that another one rents to us; absent if it cannot. */
  importFrom?(phoneNumber: string): Promise<VendorNumber>
}

export class NumberRefused extends Error {
  /** `unknown`: the vendor has no such number. `unavailable`: it may work later. */
  readonly kind: 'refused' | 'unknown' | 'unavailable'

  constructor(kind: NumberRefused['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
