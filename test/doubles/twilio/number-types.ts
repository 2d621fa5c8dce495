import type { Answer, Route } from '../double.ts'

export interface PlayedNumber {
  sid: string
  phoneNumber: string
  friendlyName: string
  voice: boolean
  sms: boolean
  status: string
  voiceUrl: string
  smsUrl: string
  statusCallback: string
  voiceApplicationSid: string
  trunkSid: string
  addressSid: string
  bundleSid: string
}

export interface PlayedAddress {
  sid: string
  customerName: string
  street: string
  city: string
  region: string
  postalCode: string
}

/** A number on offer, with the requirements for its buyer. */
export interface OfferedNumber {
  phoneNumber: string
  type: 'Local' | 'Mobile'
  addressRequirements: 'none' | 'any' | 'local' | 'foreign'
  /** Names of the required documents; if empty, no bundle is needed. */
  documents: readonly string[]
}

export interface NumbersPart {
  routes: Route[]
  account: { status: 'active' | 'suspended' | 'closed'; type: 'Full' | 'Trial' }
  /** The token that signs callbacks; another one may sign in, too. */
  primaryToken: string
  numbers: PlayedNumber[]
  addresses: PlayedAddress[]
  bundles: { sid: string; name: string; type: 'local' | 'mobile'; status: string }[]
  offered: OfferedNumber[]
  /** Whether calls to Australia are allowed; null: this base URL has no such setting. */
  callsToAustralia: boolean | null
  /** Whether this base URL serves regulations. */
  knowsRegulations: boolean
  messagingServices: { sid: string; numbers: string[]; inboundOnNumber: boolean }[]
  /** Numbers of others that the account may call with. */
  callerIds: string[]
  /** The response to the next order, connection or release in place of its execution. */
  refuseNext: Answer | null
  /** Adds one that is rented already. */
  rent(number: Partial<PlayedNumber> & { phoneNumber: string }): PlayedNumber
}
