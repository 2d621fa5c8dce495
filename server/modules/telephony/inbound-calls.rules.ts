// Builds the script for a caller to one of our numbers, and the text of the activity in their broker's timeline.

import { spokenDay } from '#server/calendar/words.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { introduction } from '#server/modules/calls/hand-off/hand-off.rules.ts'
import { employerOf, numberSource, type ScriptFacts } from '#server/modules/calls/script.rules.ts'
import type { InboundScript } from '#server/providers/ports/vendors.ts'

export interface InboundFacts {
  /** The caller's number, E.164; null: withheld. */
  from: string | null
  /** Our newest call to that number. */
  call: { at: Date; product: string | null; campaign: string | null; test: boolean } | null
  broker: (NonNullable<ScriptFacts['broker']> & { zone: string | null }) | null
  organisation: { legalName: string; tradingName: string; contactPhone: string }
  /** E.164 of the person who takes over; null if no person is available. */
  transferTo: string | null
}

const ASK_PERSON = 'Press 0 or say operator for a person.'

/** States who called, on whose behalf, when and why; how to opt out and how to reach a person. */
export function inboundScript(facts: InboundFacts): InboundScript {
  const { from, transferTo, broker, call } = facts
  const withheld = from === null
  return {
    greeting: [opening(facts), withheld ? WITHHELD : STOPPING, ASK_PERSON].join(' '),
    optedOut: withheld
      ? `We cannot see your number, so it could not be taken off our list. ${CALL_FROM_IT}`
      : 'This number is off our list. We will not call it again.',
    operator: operatorText(facts),
    transferTo,
    introduction: introduction({
      ...{ name: broker?.name ?? null, company: broker?.company ?? null, product: call?.product ?? null },
      ...{ said: '', isInbound: true },
    }),
  }
}

const STOPPING = 'Press 4 or say stop, and we will not call you again.'
const CALL_FROM_IT = 'To stop our calls, call us from the phone that we called, with its number shown.'
const WITHHELD = `Your number is withheld. ${CALL_FROM_IT}`

function opening({ call, broker, organisation }: InboundFacts): string {
  const reached = `You have reached ${employerOf(organisation)}. This is an automated message.`
  if (!call) return `${reached} If we called you, it was about home-loan offers for mortgage brokers.`
  const offer = 'a home-loan offer for mortgage brokers'
  const about = call.product ? `${call.product}, ${offer}` : offer
  return `${reached} We called this number on ${spokenDay(call.at, broker?.zone ?? null)} about ${about}.`
}

function operatorText({ from, call, broker, organisation }: InboundFacts): string {
  const { contactPhone } = organisation
  const reach = contactPhone ? `You can reach ${employerOf(organisation)} on ${contactPhone}.` : ''
  // a deleted broker has no source of the number
  const source = call && (broker || call.test) ? numberSource(broker) : ''
  const callBack = from === null ? '' : 'I have asked for a person to call you back.'
  return ['Nobody can take your call now.', reach, source, callBack].filter((text) => text !== '').join(' ')
}

export interface InboundTextFacts {
  /** Of the call that they call back about. */
  campaign: string | null
  calledBefore: boolean
  /** E.164, where it is no broker's number. */
  number: string | null
}

/** Kinds of activities that a call to us writes. */
export type InboundActivity = 'call_received' | 'opted_out' | 'call_back_requested'

/** 'Called us back about the Premium Home Loan call' */
export function inboundText(type: InboundActivity, facts: InboundTextFacts): string {
  const { campaign, calledBefore, number } = facts
  const who = number === null ? '' : `${formatPhone(number)} `
  const about = campaign === null ? '' : ` about the ${campaign} call`
  const called = who + (calledBefore ? `called us back${about}` : 'called us')
  const text = {
    call_received: called,
    opted_out: `${called} and asked not to be called again`,
    call_back_requested: `${called} and asked for a person: call back`,
  }[type]
  return text.charAt(0).toUpperCase() + text.slice(1)
}
