// Decides the status text of calls and their vendors in Settings.

import { NO_PHONE_NUMBERS } from '#contract/brokers/phone-messages.ts'
import { type VendorId, vendorFacts } from '#contract/calls/vendors.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { systemInfo } from '#contract/system/system.ts'

export type Service = ReturnsOf<typeof systemInfo>['services'][number]

export interface VendorFacts {
  vendor: VendorId
  /** The vendor's description, e.g. 'account AC12…89'; null when it is not configured. */
  description: string | null
  /** The last failure and its time; null once a request has succeeded since. */
  fault: { message: string; at: string } | null
  /** Requests are paused until then, e.g. 'Tue 24 Nov, 10:00 am AEDT'; null when not paused. */
  restsUntil: string | null
  /** Callbacks with a wrong signature in the last 7 days. */
  forged: number
}

export function vendorService({ vendor, description, fault, restsUntil, forged }: VendorFacts): Service {
  const { label: name, notConfigured, variables, signature } = vendorFacts[vendor]
  if (description === null)
    return {
      name,
      status: 'not_configured',
      detail: notConfigured,
      help: `Set ${variables}.`,
    }
  const refused =
    forged > 0
      ? `${forged} ${forged === 1 ? 'callback' : 'callbacks'} in the last 7 days had a wrong signature and ${forged === 1 ? 'was' : 'were'} refused; if genuine ones are among them, the set-up of their signature is wrong.`
      : null
  const help = refused ? { help: signature } : {}
  if (restsUntil !== null) {
    const reason = sentence(fault?.message ?? `${name} does not answer.`)
    const pause = `Nothing is sent to ${name} before ${restsUntil}.`
    return { ...failed(name, [reason, pause, refused]), ...help }
  }
  if (fault !== null) {
    const failure = `The last request, at ${fault.at}, failed.`
    return { ...failed(name, [failure, sentence(fault.message), refused]), ...help }
  }
  return { name, status: 'ok', detail: joined([sentence(capitalise(description)), refused]), ...help }
}

const failed = (name: string, parts: (string | null)[]): Service => ({
  name,
  status: 'failed',
  detail: joined(parts),
})
const joined = (parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' ')
const sentence = (text: string): string => text.replace(/[.!?]?$/, (end) => end || '.')
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export interface CallsFacts {
  /** Label of the provider for new calls; null when there is none. */
  provider: string | null
  simulated: boolean
  /** Label of the provider that takes over calls refused before dialling. */
  fallback: string | null
  /** The configured vendors, whether or not they can place calls. */
  configured: readonly VendorId[]
  /** The provider is paused until then; null when not paused. */
  restsUntil: string | null
}

export function callsService(facts: CallsFacts): Service {
  const { provider, fallback, configured, restsUntil } = facts
  const name = 'Calls'
  if (provider === null) {
    const detail =
      configured.length === 0
        ? 'No voice provider is configured; no campaign can be started.'
        : `${NO_PHONE_NUMBERS} Then press Call from this there.`
    return { name, status: 'not_configured', detail }
  }
  if (facts.simulated) {
    return {
      name,
      status: 'ok',
      detail: 'The built-in simulator places the calls; it only dials fictitious numbers.',
    }
  }
  const takesOver = fallback && `${fallback} takes over calls that ${provider} refuses before dialling.`
  if (restsUntil !== null) {
    const wait = fallback ? null : 'Calls wait without using up an attempt.'
    return failed(name, [
      `Calls go through ${provider}, which is paused until ${restsUntil}.`,
      takesOver,
      wait,
    ])
  }
  return { name, status: 'ok', detail: joined([`Calls go through ${provider}.`, takesOver]) }
}
