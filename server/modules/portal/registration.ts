import type { registerBroker, verifyBroker } from '#contract/broker-accounts.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import {
  type Account,
  accountOf,
  hasPassword,
  openAccount,
} from '#server/modules/accounts/portal-accounts.ts'
import { ownNumber } from '#server/modules/brokers/own-record.ts'
import { normaliseName } from '#server/modules/brokers/rules.ts'
import { AppError } from '#server/platform/errors.ts'
import { joinBroker } from './link-account.ts'
import { readVerifyToken, waitsUntil } from './registration.rules.ts'
import {
  closeRegistrations,
  deleteExpired,
  deleteRegistration,
  findWaiting,
  insertRegistration,
  lockRegistration,
  type RegistrationRow,
} from './registration.store.ts'
import { mailAccountExists, mailLink } from './registration-mails.ts'

export const LINK_GONE =
  'This link no longer works. Links are valid for 24 hours and must be copied in full. Register again to get a new one.'

/**
 * Keeps what somebody asks for until they open the mail that goes to the address, so that nobody gets an account on an
 * address that is not theirs. Who has an account already is told so by mail; the caller never learns which it was.
 * @throws AppError invalid for a number that may not be called
 */
export async function register(ctx: Ctx, input: BodyOf<typeof registerBroker>): Promise<void> {
  const { name, company, region, asicNumber, membership } = input
  const email = input.email.toLowerCase()
  const phone = ownNumber(input.phone, region)
  // for every address: the time that it takes tells nothing either
  const passwordHash = await ctx.providers.portalSignIn.hashPassword(input.password)
  await ctx.tx(async (tx) => {
    const account = await accountOf(tx, email)
    if (account && !mayJoin(account)) return mailAccountExists(tx, email, account)
    const registration = await insertRegistration(tx, {
      ...{ email, passwordHash, phone, company, region, asicNumber, membership },
      ...{ name: normaliseName(name), createdAt: tx.now(), expiresAt: waitsUntil(tx.now()) },
    })
    const sent = await mailLink(tx, registration, { keepsPassword: account !== null })
    // nothing waits that no mail leads to
    if (!sent) return deleteRegistration(tx, registration.id)
    const after = { email }
    await audit(tx, {
      action: 'registration.received',
      subjectType: 'registration',
      subjectId: registration.id,
      after,
    })
  })
}

/** Staff may become brokers too; whoever is one, or is locked out, has nothing to register. */
const mayJoin = ({ brokerId, disabled }: Account): boolean => brokerId === null && !disabled

/** Sends the link of the newest registration that waits for this address, where there is one. */
export async function resend(ctx: Ctx, address: string): Promise<void> {
  const email = address.toLowerCase()
  await ctx.tx(async (tx) => {
    const [newest] = await findWaiting(tx, email)
    if (newest) await mailLink(tx, newest, { keepsPassword: (await accountOf(tx, email)) !== null })
  })
}

type Verified = ReturnsOf<typeof verifyBroker>

/**
 * Completes a registration: the account, and the broker on record with this address or a new one. A link that was
 * opened before answers the same again. @throws AppError not_found for a link that is forged or has expired
 */
export async function verify(ctx: Ctx, token: string): Promise<Verified> {
  const id = readVerifyToken(ctx.providers, token, ctx.now())
  if (id === null) throw new AppError('not_found', LINK_GONE)
  return ctx.tx(async (tx) => {
    const registration = await lockRegistration(tx, id)
    if (!registration) throw new AppError('not_found', LINK_GONE)
    if (registration.usedAt === null) await complete(tx, registration)
    return answer(tx, registration)
  })
}

async function complete(tx: Ctx, registration: RegistrationRow): Promise<void> {
  const { email, name } = registration
  const account = await openAccount(tx, { email, name, passwordHash: await ownPassword(tx, registration) })
  if (mayJoin(account)) {
    await joinBroker(tx, { account, email, registration })
  }
  await closeRegistrations(tx, email)
}

/**
 * The password of a registration, null where others wait for the same address: one of them is a stranger's, perhaps
 * this one, and only its own mailbox may say which password counts.
 */
async function ownPassword(tx: Ctx, { email, passwordHash }: RegistrationRow): Promise<string | null> {
  const waiting = await findWaiting(tx, email)
  return waiting.length > 1 ? null : passwordHash
}

async function answer(tx: Ctx, { email, createdAt }: RegistrationRow): Promise<Verified> {
  const account = await accountOf(tx, email)
  // the broker was deleted since, and the account with it
  if (!account) throw new AppError('not_found', LINK_GONE)
  if (!(await hasPassword(tx, account.id))) return { email, password: 'unset' }
  return { email, password: account.createdAt < createdAt ? 'existing' : 'registered' }
}

/** Removes what nobody verified in time, and what was settled. */
export async function deleteOldRegistrations(ctx: Ctx): Promise<void> {
  await deleteExpired(ctx)
}
