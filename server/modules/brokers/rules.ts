// Decides what is stored of a broker that somebody typed: number, place, and the basis on which it may be called.

import type { CallBasis, Region } from '#contract/brokers.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import { zoneFor } from '#server/calendar/regions.ts'
import { parseCallable } from './phone.rules.ts'

/** What is known of a broker as a person, without consent. */
export interface BrokerFields {
  name: string
  phone: string | null
  email: string | null
  company: string | null
  region: Region | null
  postcode: string | null
  asicNumber: string | null
  membership: string | null
}

export const SOURCE_REQUIRED = 'Enter where and when the broker agreed'

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
 * The basis after a change. Express consent needs its source, and is never dated ahead. A new basis does not take
 * over the source of the old one.
 */
export function basisAfter(before: Basis | null, input: BasisInput, now: Date): Checked<Basis> {
  const callBasis = input.callBasis ?? before?.callBasis ?? 'relationship'
  const same = before?.callBasis === callBasis
  const source = input.callBasisSource === undefined && same ? before.callBasisSource : input.callBasisSource
  const newSource = input.callBasisSource !== undefined && input.callBasisSource !== before?.callBasisSource
  const given = input.callBasisAt ? momentOf(input.callBasisAt, now) : null
  if (given && given > now) return { ok: false, fields: { callBasisAt: 'The day is in the future' } }
  if (callBasis === 'express' && !source) {
    return { ok: false, fields: { callBasisSource: SOURCE_REQUIRED } }
  }
  const kept = same && !newSource ? (before.callBasisAt ?? now) : now
  const at = callBasis === 'none' ? null : (given ?? kept)
  return { ok: true, value: { callBasis, callBasisSource: source ?? null, callBasisAt: at } }
}

/** The instant that a day or an ISO instant means: today is now, an earlier day its first moment in Sydney. */
function momentOf(text: string, now: Date): Date {
  if (text.length > 10) return new Date(text)
  return text === sydneyDate(now) ? now : sydneyMidnight(text)
}

/** Consent that was recorded by this change and not before. */
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
 * Number in E.164 and zone. A number that stays as it is stored is not judged again.
 * @param typed the number as written, undefined where it is not to change
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

/** One space between words: the same name is found again however it was typed. */
export function normaliseName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ')
}
