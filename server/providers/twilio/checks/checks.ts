import type { CheckResult } from '#contract/calls/telephony.ts'
import type { TwilioParts } from '../parts.ts'
import { checkKey, checkSignature, type KeyFacts } from './account.ts'
import { checkNumber, checkRoute, findNumber, type NumberFacts } from './number.ts'
import { checkAddress, checkCountry, checkMessagingService } from './surroundings.ts'

/** Longer than one request takes. */
const STEP_MS = 15_000

/** Checks the requirements of calls, step by step, without calls or changes. Never throws. */
export async function checkTwilio(parts: TwilioParts): Promise<CheckResult[]> {
  const facts: KeyFacts = { accepted: false, primaryToken: null }
  const key = await step(parts, 'Account and key', () => checkKey(parts, facts))
  const address = checkAddress(parts)
  if (!facts.accepted) return [key, ...checksAfterKey.map((name) => afterKey(name)), address]
  const number: NumberFacts = { found: null }
  const [own, ...others] = await Promise.all([
    step(parts, 'Number', async () => {
      await findNumber(parts, number)
      return checkNumber(parts, number)
    }),
    step(parts, 'Webhook signatures', () => checkSignature(parts, facts)),
    step(parts, 'Calls to Australia', () => checkCountry(parts)),
    step(parts, 'Messaging service', () => checkMessagingService(parts)),
  ])
  return [key, own, ...others, checkRoute(parts, number), address]
}

const checksAfterKey = [
  'Number',
  'Webhook signatures',
  'Calls to Australia',
  'Messaging service',
  'Calls to the number',
]
const afterKey = (name: string): CheckResult => ({
  name,
  status: 'skipped',
  detail: 'Checked after the account and its key.',
})

/** Runs one check with a time limit. */
async function step(
  parts: TwilioParts,
  name: string,
  work: () => Promise<Omit<CheckResult, 'name'>>,
): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), STEP_MS)
  })
  try {
    const result = await Promise.race([work(), late])
    return {
      name,
      ...(result ?? { status: 'failed', detail: 'Twilio took too long. Try again in a minute.' }),
    }
  } catch (error) {
    parts.log.error({ err: error }, 'Twilio check failed')
    return { name, status: 'failed', detail: 'This check failed. See the server log.' }
  } finally {
    clearTimeout(timer)
  }
}
