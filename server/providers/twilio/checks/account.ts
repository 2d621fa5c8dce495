import type { AccountInstance } from 'twilio/lib/rest/api/v2010/account.js'
import { ACCOUNT_SUSPENDED } from '#contract/phone-messages.ts'
import type { CheckResult } from '#contract/telephony.ts'
import type { Asked } from '../../live/ask-vendor.ts'
import { askTwilio } from '../ask-twilio.ts'
import { createTwilioClient } from '../client.ts'
import type { TwilioParts } from '../parts.ts'

export type Finding = Omit<CheckResult, 'name'>

/** What the first step finds out for the next ones. */
export interface KeyFacts {
  accepted: boolean
  /** Whether our token is the one that Twilio signs with; null: it has not said. */
  primaryToken: boolean | null
}

const TRIAL =
  "This is a trial account, which calls verified numbers only. Upgrade it in Twilio's console before you call brokers."

/** A person asks for it, so it is sent also while Twilio rests; an answer ends the rest. */
const anyway = { anyway: true }

export async function checkKey(parts: TwilioParts, facts: KeyFacts): Promise<Finding> {
  const asked = await fetchAccount(parts, facts)
  if (asked.ok) {
    const { status, type } = asked.value
    if (status !== 'active') return { status: 'failed', detail: ACCOUNT_SUSPENDED }
    facts.accepted = true
    return type === 'Trial'
      ? { status: 'warning', detail: TRIAL }
      : { status: 'ok', detail: 'Twilio accepts them, and the account is active.' }
  }
  const { status, message } = asked.fault
  if (parts.config.apiKey && (status === 401 || status === 403)) return checkStandardKey(parts, facts)
  return { status: 'failed', detail: message }
}

/** A standard API key may do everything but read the account. */
async function checkStandardKey(parts: TwilioParts, facts: KeyFacts): Promise<Finding> {
  const asked = await askTwilio(parts, (client) => client.incomingPhoneNumbers.list({ limit: 1 }), anyway)
  if (!asked.ok) return { status: 'failed', detail: asked.fault.message }
  facts.accepted = true
  return {
    status: 'ok',
    detail: 'Twilio accepts the API key. Such a key cannot tell whether the account is a trial.',
  }
}

/** Callbacks are signed with the account's primary token, whatever we sign in with. */
export async function checkSignature(parts: TwilioParts, facts: KeyFacts): Promise<Finding> {
  const { config } = parts
  if (config.apiKey) {
    const client = await createTwilioClient({ ...config, apiKey: null })
    const asked = await fetchAccount({ ...parts, client }, facts)
    if (!asked.ok)
      return asked.fault.status === 401 || asked.fault.status === 403
        ? {
            status: 'failed',
            detail:
              "TWILIO_AUTH_TOKEN is not the account's auth token, so every callback is refused. Set it to the token on the start page of Twilio's console; an API key's secret does not do.",
          }
        : { status: 'skipped', detail: asked.fault.message }
  }
  if (facts.primaryToken === false)
    return {
      status: 'failed',
      detail:
        "TWILIO_AUTH_TOKEN is the account's secondary token, but Twilio signs with the primary one: every callback is refused. Set it to the primary token, or promote the secondary one.",
    }
  return { status: 'ok', detail: 'Callbacks prove that they come from Twilio.' }
}

/** The account as Twilio shows it holds its token: only whether it is ours is kept of that. */
async function fetchAccount(
  parts: TwilioParts,
  facts: KeyFacts,
): Promise<Asked<Pick<AccountInstance, 'status' | 'type'>>> {
  const { accountSid, authToken } = parts.config
  return askTwilio(
    parts,
    async (client) => {
      const account = await client.api.v2010.accounts(accountSid).fetch()
      // an API key is not shown it
      if (account.authToken) facts.primaryToken = account.authToken === authToken
      return { status: account.status, type: account.type }
    },
    anyway,
  )
}
