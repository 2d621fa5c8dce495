import type { CheckResult } from '#contract/calls/telephony.ts'
import { vendorFacts } from '#contract/calls/vendors.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { whyUnreachable } from '../live/public-address.ts'
import { NumberRefused } from '../ports/numbers.ts'
import { callbackUrl } from './addresses.ts'
import { listNumbers, type RentedNumber } from './numbers.ts'
import type { VapiParts } from './parts.ts'
import { readVoiceSettings } from './speech/settings.ts'
import { voiceWarnings } from './speech/warnings.rules.ts'

/** Characters; a shorter secret could be guessed. */
const SHORT_SECRET = 24

/** Checks the requirements of calls, step by step, without calls or changes. */
export async function checkVapi(parts: VapiParts): Promise<CheckResult[]> {
  await parts.refreshNumber()
  const numbers = await listNumbers(parts).catch((error: unknown) => failureOf(parts, error))
  const own = [await speech(parts), address(parts), secret(parts)]
  if (typeof numbers === 'string') {
    const skipped = (name: string): CheckResult => ({
      name,
      status: 'skipped',
      detail: 'Checked after the API key.',
    })
    return [
      { name: 'API key', status: 'failed', detail: numbers },
      skipped('Number'),
      skipped('Calls to Australia'),
      ...own,
    ]
  }
  const number = numbers.find(({ id }) => id === parts.config.phoneNumberId)
  return [
    { name: 'API key', status: 'ok', detail: 'Vapi accepts the key.' },
    numberCheck(parts, numbers, number),
    reachCheck(number),
    inbound(parts, number),
    ...own,
  ]
}

function failureOf(parts: VapiParts, error: unknown): string {
  if (error instanceof NumberRefused) return error.message
  parts.log.error({ err: error }, 'Vapi check failed')
  return vendorFacts.vapi.notConfigured
}

function numberCheck(
  { config }: VapiParts,
  numbers: readonly RentedNumber[],
  number: RentedNumber | undefined,
): CheckResult {
  const name = 'Number'
  if (!config.phoneNumberId) {
    const choice = numbers[0]
      ? `e.g. ${numbers[0].number ?? 'a SIP address'}`
      : 'once there is one: this account has no number yet'
    return {
      name,
      status: 'failed',
      detail: `Choose the number to call from under Phone Numbers, ${choice}.`,
    }
  }
  if (!number)
    return {
      name,
      status: 'failed',
      detail: 'Vapi no longer has the number that calls go out from. Choose another one under Phone Numbers.',
    }
  if (number.status === 'activating')
    return {
      name,
      status: 'warning',
      detail: 'Vapi is still setting the number up. Try again in a few minutes.',
    }
  if (number.status === 'blocked')
    return { name, status: 'failed', detail: "Vapi has blocked the number. Contact Vapi's support." }
  return { name, status: 'ok', detail: `Calls go out from ${number.number ?? number.name ?? 'it'}.` }
}

function reachCheck(number: RentedNumber | undefined): CheckResult {
  const name = 'Calls to Australia'
  if (!number) return { name, status: 'skipped', detail: 'Checked after the number.' }
  if (number.number?.startsWith('+61')) return { name, status: 'ok', detail: 'The number is Australian.' }
  if (number.provider === 'vapi')
    return {
      name,
      status: 'failed',
      detail:
        "Vapi's own numbers cannot call Australian phones. Import an Australian number from Twilio under Phone Numbers and call from that.",
    }
  return {
    name,
    status: 'warning',
    detail:
      'The number is not Australian: fewer people answer it, and calls may cost more. Import an Australian one.',
  }
}

function inbound({ publicUrl }: VapiParts, number: RentedNumber | undefined): CheckResult {
  const name = 'Calls to the number'
  if (!number) return { name, status: 'skipped', detail: 'Checked after the number.' }
  const connected = number.server?.url === callbackUrl(publicUrl) && !number.assistantId
  return connected
    ? { name, status: 'ok', detail: 'People who call it back hear who called and why.' }
    : {
        name,
        status: 'warning',
        detail: 'People who call it back do not reach this installation. Press Connect under Phone Numbers.',
      }
}

async function speech({ db, now }: VapiParts): Promise<CheckResult> {
  const name = 'Model and voice'
  const settings = await readVoiceSettings(db)
  const [first, ...others] = voiceWarnings(settings, sydneyDate(now()))
  if (first === undefined)
    return { name, status: 'ok', detail: `${settings.model} speaks; no end is announced.` }
  return { name, status: 'warning', detail: [first, ...others].join(' ') }
}

function address({ publicUrl, config }: VapiParts): CheckResult {
  const name = 'Public address'
  const why = config.loopback ? null : whyUnreachable(publicUrl)
  return why
    ? { name, status: 'failed', detail: why }
    : { name, status: 'ok', detail: `Vapi reports calls to ${callbackUrl(publicUrl)}.` }
}

function secret({ config }: VapiParts): CheckResult {
  const name = 'Webhook secret'
  return config.webhookSecret.length < SHORT_SECRET
    ? {
        name,
        status: 'warning',
        detail: `VAPI_WEBHOOK_SECRET is short. Use ${SHORT_SECRET} random characters or more.`,
      }
    : { name, status: 'ok', detail: 'Callbacks are verified as coming from Vapi.' }
}
