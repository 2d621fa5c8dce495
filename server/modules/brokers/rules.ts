// Normalises a broker's typed details: number, place, and the basis for calling.

import type { TextField } from '#contract/brokers/broker-fields.ts'
import { type CallBasis, type Region, regions } from '#contract/brokers/brokers.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import { zoneFor } from '#server/calendar/regions.ts'
import { parseCallable } from './phone.rules.ts'

/** The personal details of a broker, without consent. */
export interface BrokerFields extends Record<TextField, string | null> {
  name: string
  region: Region | null
  /** The people who look after the broker. */
  bdmId: number | null
}

export const SOURCE_REQUIRED = 'Enter where and when the broker agreed'

/** Of somebody who was added from ASIC's register, which publishes no number. */
export const PUBLISHED_REQUIRED = 'Enter where the number is published for business'

export interface Basis {
  callBasis: CallBasis
  callBasisSource: string | null
  callBasisAt: Date | null
}

export interface BasisInput {
  callBasis?: CallBasis | undefined
  callBasisSource?: string | null | undefined
  callBasisAt?: string | null | undefined
}

export type Checked<T> = { ok: true; value: T } | { ok: false; fields: Record<string, string> }

/**
 * The basis after a change. Express consent needs a source and cannot be dated in the future. A new basis does not
 * inherit the source of the old one.
 */
export function basisAfter(before: Basis | null, input: BasisInput, now: Date): Checked<Basis> {
  const callBasis = input.callBasis ?? before?.callBasis ?? 'relationship'
  const same = before?.callBasis === callBasis
  const source = input.callBasisSource === undefined && same ? before.callBasisSource : input.callBasisSource
  const newSource = input.callBasisSource !== undefined && input.callBasisSource !== before?.callBasisSource
  const givenAt = input.callBasisAt ? instantOf(input.callBasisAt, now) : null
  if (givenAt && givenAt > now) return { ok: false, fields: { callBasisAt: 'The day is in the future' } }
  if (callBasis === 'express' && !source) {
    return { ok: false, fields: { callBasisSource: SOURCE_REQUIRED } }
  }
  const currentAt = same && !newSource ? (before.callBasisAt ?? now) : now
  const at = callBasis === 'none' ? null : (givenAt ?? currentAt)
  return { ok: true, value: { callBasis, callBasisSource: source ?? null, callBasisAt: at } }
}

/** The instant of a day or an ISO instant: today means now, another day means its midnight in Sydney. */
function instantOf(text: string, now: Date): Date {
  if (text.length > 10) return new Date(text)
  return text === sydneyDate(now) ? now : sydneyMidnight(text)
}

/** True when this change records express consent that was not on record before. */
export function recordsConsent(before: Basis | null, after: Basis): boolean {
  if (after.callBasis !== 'express') return false
  return before?.callBasis !== 'express' || after.callBasisAt?.getTime() !== before.callBasisAt?.getTime()
}

export interface Contact {
  phone: string | null
  region: Region | null
  postcode: string | null
}

/**
 * Number in E.164 and time zone. An unchanged number is not checked again.
 * @param typed the number as typed, undefined to leave it unchanged
 */
export function contactOf(
  typed: string | undefined,
  contact: Contact,
): Checked<{ phone: string | null; timezone: string | null }> {
  const timezone = zoneFor(contact.region, contact.postcode)
  if (typed === undefined || typed === contact.phone) {
    return { ok: true, value: { phone: contact.phone, timezone } }
  }
  const parsed = parseCallable(typed, { region: contact.region })
  if (!parsed.ok) return { ok: false, fields: { phone: parsed.reason } }
  return { ok: true, value: { phone: parsed.e164, timezone } }
}

/** Validates the phone number apart, so that a form with other faults reports it too. */
export function phoneFaults(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null || !('phone' in body) || typeof body.phone !== 'string')
    return {}
  if (body.phone.trim() === '') return {}
  const region = 'region' in body && regions.find((one) => one === body.region)
  const parsed = parseCallable(body.phone, { region: region || null })
  return parsed.ok ? {} : { phone: parsed.reason }
}

/** Collapses spaces, so that a name is found however it was typed. */
export function normaliseName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ')
}
