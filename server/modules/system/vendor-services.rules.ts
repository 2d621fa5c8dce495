// Decides how the state of calls and of their vendors reads in Settings.

import type { ReturnsOf } from '#contract/endpoint.ts'
import { NO_PHONE_NUMBERS } from '#contract/phone-messages.ts'
import type { systemInfo } from '#contract/system.ts'
import { notConfigured, type VendorId, vendorLabels } from '#contract/telephony.ts'

export type Service = ReturnsOf<typeof systemInfo>['services'][number]

export interface VendorFacts {
  vendor: VendorId
  /** What it calls itself, e.g. 'account AC12…89'; null: it is not configured. */
  description: string | null
  /** Its last failure, where it has not answered since, and when that was. */
  fault: { message: string; at: string } | null
  /** It is not asked before then, e.g. 'Tue 24 Nov, 10:00 am AEDT'; null: it may be. */
  restsUntil: string | null
  /** Callbacks of the last days that it had not signed. */
  forged: number
}

const variables: Record<VendorId, string> = {
  twilio: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
  vapi: 'VAPI_API_KEY and VAPI_WEBHOOK_SECRET',
}
const signers: Record<VendorId, string> = {
  twilio: "that PUBLIC_URL is the address that Twilio calls, and TWILIO_AUTH_TOKEN the account's current one",
  vapi: 'VAPI_WEBHOOK_SECRET, which has to be the same in every process',
}

export function vendorService({ vendor, description, fault, restsUntil, forged }: VendorFacts): Service {
  const name = vendorLabels[vendor]
  if (description === null)
    return {
      name,
      status: 'not_configured',
      detail: `${notConfigured[vendor]} It needs ${variables[vendor]}.`,
    }
  const refused =
    forged > 0
      ? `${forged} ${forged === 1 ? 'callback' : 'callbacks'} of the last 7 days had a wrong signature and ${forged === 1 ? 'was' : 'were'} refused; if real ones are among them, check ${signers[vendor]}.`
      : null
  if (restsUntil !== null) {
    const why = sentence(fault?.message ?? `${name} does not answer.`)
    return failed(name, [why, `Nothing is sent to ${name} before ${restsUntil}.`, refused])
  }
  if (fault !== null)
    return failed(name, [`The last request, at ${fault.at}, failed.`, sentence(fault.message), refused])
  return { name, status: 'ok', detail: told([sentence(`Goes through ${description}`), refused]) }
}

const failed = (name: string, parts: (string | null)[]): Service => ({
  name,
  status: 'failed',
  detail: told(parts),
})
const told = (parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' ')
const sentence = (text: string): string => text.replace(/[.!?]?$/, (end) => end || '.')

export interface CallsFacts {
  /** Who takes new calls, as people know it; null: nobody. */
  provider: string | null
  simulated: boolean
  /** Who takes over what that one refuses before dialling. */
  fallback: string | null
  /** Vendors that are configured, whether or not they can call. */
  configured: readonly VendorId[]
  /** The provider is not asked before then; null: it may be. */
  restsUntil: string | null
}

const numberVariables: Record<VendorId, string> = {
  twilio: 'TWILIO_FROM to a number of your Twilio account',
  vapi: 'VAPI_PHONE_NUMBER_ID to the id of a number in Vapi',
}

export function callsService(facts: CallsFacts): Service {
  const { provider, fallback, configured, restsUntil } = facts
  const name = 'Calls'
  if (provider === null) {
    const detail =
      configured.length === 0
        ? 'No voice provider is configured; no campaign can be started.'
        : `${NO_PHONE_NUMBERS} Then set ${configured.map((vendor) => numberVariables[vendor]).join(' or ')}.`
    return { name, status: 'not_configured', detail }
  }
  if (facts.simulated) {
    return {
      name,
      status: 'ok',
      detail: 'The built-in simulator plays the calls; it rings only fictitious numbers.',
    }
  }
  const takesOver = fallback && `${fallback} takes over what ${provider} refuses before dialling.`
  if (restsUntil !== null) {
    const wait = fallback ? null : 'Calls wait without using up an attempt.'
    return failed(name, [
      `Calls go through ${provider}, which is paused until ${restsUntil}.`,
      takesOver,
      wait,
    ])
  }
  return { name, status: 'ok', detail: told([`Calls go through ${provider}.`, takesOver]) }
}
