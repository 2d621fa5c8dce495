import type { AccountInstance } from 'twilio/lib/rest/api/v2010/account.js'
import { ACCOUNT_SUSPENDED } from '#contract/brokers/phone-messages.ts'
import type { CheckResult } from '#contract/calls/telephony.ts'
import type { VendorAnswer } from '../../live/ask-vendor.ts'
import { askTwilio } from '../ask-twilio.ts'
import { createTwilioClient } from '../client.ts'
import type { TwilioParts } from '../parts.ts'

export type Finding = Omit<CheckResult, 'name'>

/** Results of the first check that later checks need. */
export interface KeyFacts {
  accepted: boolean
  /** Whether our token is the one that Twilio signs with; null: unknown. */
  primaryToken: boolean | null
}

const TRIAL =
  "This is a trial account, which calls verified numbers only. Upgrade it in Twilio's console before you call brokers."

/** A person started the check, so it is sent even while Twilio is paused; success ends the pause. */
const anyway = { anyway: true }

export async function checkKey(parts: TwilioParts, facts: KeyFacts): Promise<Finding> {
  const answer = await fetchAccount(parts, facts)
  if (answer.ok) {
    const { status, type } = answer.value
    if (status !== 'active') return { status: 'failed', detail: ACCOUNT_SUSPENDED }
    facts.accepted = true
    return type === 'Trial'
      ? { status: 'warning', detail: TRIAL }
      : { status: 'ok', detail: 'Twilio accepts the credentials, and the account is active.' }
  }
  const { status, message } = answer.fault
  if (parts.config.apiKey && (status === 401 || status === 403)) return checkStandardKey(parts, facts)
  return { status: 'failed', detail: message }
}

/** A standard API key can do everything except read the account. */
async function checkStandardKey(parts: TwilioParts, facts: KeyFacts): Promise<Finding> {
  const answer = await askTwilio(parts, (client) => client.incomingPhoneNumbers.list({ limit: 1 }), anyway)
  if (!answer.ok) return { status: 'failed', detail: answer.fault.message }
  facts.accepted = true
  return {
    status: 'ok',
    detail: 'Twilio accepts the API key. An API key cannot show whether the account is a trial.',
  }
}

/** Callbacks are signed with the account's primary token, even if we sign in with another key. */
export async function checkSignature(parts: TwilioParts, facts: KeyFacts): Promise<Finding> {
  const { config } = parts
  if (config.apiKey) {
    const client = await createTwilioClient({ ...config, apiKey: null })
    const answer = await fetchAccount({ ...parts, client }, facts)
    if (!answer.ok)
      return answer.fault.status === 401 || answer.fault.status === 403
        ? {
            status: 'failed',
            detail:
              "TWILIO_AUTH_TOKEN is not the account's auth token, so every callback is refused. Set it to the token on the start page of Twilio's console; an API key's secret does not work here.",
          }
        : { status: 'skipped', detail: answer.fault.message }
  }
  if (facts.primaryToken === false)
    return {
      status: 'failed',
      detail:
        "TWILIO_AUTH_TOKEN is the account's secondary token, but Twilio signs with the primary one: every callback is refused. Set it to the primary token, or promote the secondary one.",
    }
  return { status: 'ok', detail: 'Callbacks are verified as coming from Twilio.' }
}

/** Twilio's account record contains its auth token; only whether it equals ours is kept. */
async function fetchAccount(
  parts: TwilioParts,
  facts: KeyFacts,
): Promise<VendorAnswer<Pick<AccountInstance, 'status' | 'type'>>> {
  const { accountSid, authToken } = parts.config
  return askTwilio(
    parts,
    async (client) => {
      const account = await client.api.v2010.accounts(accountSid).fetch()
      // an API key does not see the token
      if (account.authToken) facts.primaryToken = account.authToken === authToken
      return { status: account.status, type: account.type }
    },
    anyway,
  )
}
