import type { z } from 'zod'
import { PHONE_INVALID } from '#contract/brokers/phone-messages.ts'
import type { verifyForm } from '#contract/messages/verification.ts'
import type { Ctx } from '#server/ctx.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { isSameCode, readShortCode } from '#server/platform/crypto/short-code.ts'
import { type Limit, tryLimit } from '#server/platform/limits/limits.ts'
import { type ContactName, contactCode } from './contact-codes.rules.ts'
import { MAX_CONTACTS, type RecentContact, viewRecentContacts } from './recent-contacts.views.ts'

/** Guesses at one number from all networks together: 40 codes of 30 bits stay out of reach for years. */
const OF_NUMBER: Limit = { name: 'messages.verify', max: 30, minutes: 60 }

type Given = z.output<typeof verifyForm>

export type Verified =
  | { kind: 'found'; phone: string; contact: RecentContact }
  | { kind: 'unknown' }
  | { kind: 'unreadable'; fields: { number?: string; code?: string } }
  | { kind: 'limited'; seconds: number }

/** Compared where there are fewer calls and messages, so that every check costs the same. */
const NONE: ContactName = { kind: 'call', id: 0 }
const NO_CODE = '------'

/**
 * Finds the call or SMS to a number that has this code. Statements, comparisons and their number are the same whatever was
 * typed and whatever is found.
 */
export async function verifyContact(ctx: Ctx, given: Given): Promise<Verified> {
  const phone = parsePhone(given.number)
  const number = phone.ok ? phone.e164 : given.number
  const code = readShortCode(given.code)
  const seconds = await tryLimit(ctx, [OF_NUMBER, number])
  const contacts = await viewRecentContacts(ctx, number)
  const found = findByCode(ctx.providers.secret, contacts, code ?? NO_CODE)
  if (seconds > 0) return { kind: 'limited', seconds }
  if (!phone.ok || code === null) {
    const fields = {
      ...(!phone.ok && { number: PHONE_INVALID }),
      ...(code === null && { code: 'Enter the six letters and digits of the code' }),
    }
    return { kind: 'unreadable', fields }
  }
  return found ? { kind: 'found', phone: phone.e164, contact: found } : { kind: 'unknown' }
}

function findByCode(
  secret: string,
  contacts: readonly RecentContact[],
  code: string,
): RecentContact | undefined {
  const same = Array.from({ length: MAX_CONTACTS }, (_, index) =>
    isSameCode(contactCode(secret, contacts[index]?.name ?? NONE), code),
  )
  return contacts.find((_, index) => same[index])
}
