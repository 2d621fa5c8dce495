import type { registerBroker, verifyBroker } from '#contract/broker-accounts.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import {
  type Account,
  accountOf,
  ensureAccount,
  hasPassword,
} from '#server/modules/accounts/portal-accounts.ts'
import { ownNumber } from '#server/modules/brokers/own-record.ts'
import { normaliseName } from '#server/modules/brokers/rules.ts'
import { AppError } from '#server/platform/errors.ts'
import { linkRegisteredBroker } from './link-account.ts'
import { readVerifyToken, registrationExpiry } from './registration.rules.ts'
import {
  closeRegistrations,
  deleteRegistration,
  findPending,
  insertRegistration,
  lockRegistration,
  type RegistrationRow,
} from './registration.store.ts'
import { sendAccountExists, sendVerification } from './registration-mails.ts'

export const LINK_GONE =
  'This link no longer works. Links are valid for 24 hours and must be copied in full. Register again to get a new one.'

/**
 * Stores a registration until the link in its email is opened, so that nobody gets an account for an address that is not
 * theirs. An existing account is mentioned only by email; the response never reveals it.
 * @throws AppError invalid for a number that may not be called
 */
export async function register(ctx: Ctx, input: BodyOf<typeof registerBroker>): Promise<void> {
  const { name, company, region, asicNumber, membership } = input
  const email = input.email.toLowerCase()
  const phone = ownNumber(input.phone, region)
  // for every address, so that the response time reveals nothing either
  const passwordHash = await ctx.providers.portalSignIn.hashPassword(input.password)
  await ctx.tx(async (tx) => {
    const account = await accountOf(tx, email)
    if (account && !mayRegister(account)) return sendAccountExists(tx, email, account)
    const registration = await insertRegistration(tx, {
      ...{ email, passwordHash, phone, company, region, asicNumber, membership },
      ...{ name: normaliseName(name), createdAt: tx.now(), expiresAt: registrationExpiry(tx.now()) },
    })
    const sent = await sendVerification(tx, registration, { keepsPassword: account !== null })
    // no registration stays pending without an email
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

/** Staff may register as brokers too; existing brokers and disabled accounts may not. */
const mayRegister = ({ brokerId, disabled }: Account): boolean => brokerId === null && !disabled

/** Sends the link of the newest pending registration for this address again, if there is one. */
export async function resend(ctx: Ctx, address: string): Promise<void> {
  const email = address.toLowerCase()
  await ctx.tx(async (tx) => {
    const [newest] = await findPending(tx, email)
    if (newest) await sendVerification(tx, newest, { keepsPassword: (await accountOf(tx, email)) !== null })
  })
}

type Verified = ReturnsOf<typeof verifyBroker>

/**
 * Completes a registration: adds the account and links it to the broker record with this address or a new one. A link
 * opened again gives the same result. @throws AppError not_found for a link that is forged or has expired
 */
export async function verify(ctx: Ctx, token: string): Promise<Verified> {
  const id = readVerifyToken(ctx.providers, token, ctx.now())
  if (id === null) throw new AppError('not_found', LINK_GONE)
  return ctx.tx(async (tx) => {
    const registration = await lockRegistration(tx, id)
    if (!registration) throw new AppError('not_found', LINK_GONE)
    if (registration.usedAt === null) await complete(tx, registration)
    return resultOf(tx, registration)
  })
}

async function complete(tx: Ctx, registration: RegistrationRow): Promise<void> {
  const { email, name } = registration
  const account = await ensureAccount(tx, { email, name, passwordHash: await ownPassword(tx, registration) })
  if (mayRegister(account)) {
    await linkRegisteredBroker(tx, { account, email, registration })
  }
  await closeRegistrations(tx, email)
}

/**
 * The password of a registration; null if the address has other pending ones: any of them may be a stranger's, so the
 * owner of the mailbox sets a password by email instead.
 */
async function ownPassword(tx: Ctx, { email, passwordHash }: RegistrationRow): Promise<string | null> {
  const pending = await findPending(tx, email)
  return pending.length > 1 ? null : passwordHash
}

async function resultOf(tx: Ctx, { email, createdAt }: RegistrationRow): Promise<Verified> {
  const account = await accountOf(tx, email)
  // the broker and its account were deleted in the meantime
  if (!account) throw new AppError('not_found', LINK_GONE)
  if (!(await hasPassword(tx, account.id))) return { email, password: 'unset' }
  return { email, password: account.createdAt < createdAt ? 'existing' : 'registered' }
}
