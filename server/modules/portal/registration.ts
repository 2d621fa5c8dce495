import {
  type checkRegistration,
  PASSWORD_NEEDED,
  type registerBroker,
  type verifyBroker,
} from '#contract/accounts/broker-accounts.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { requireStrongPassword } from '#server/modules/accounts/password-strength.ts'
import {
  type Account,
  accountOf,
  ensureAccount,
  hasPassword,
} from '#server/modules/accounts/portal-accounts.ts'
import { ownNumber } from '#server/modules/brokers/own-record.ts'
import { normaliseName } from '#server/modules/brokers/rules.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { linkRegisteredBroker } from './link-account.ts'
import { readVerifyToken, registrationExpiry } from './registration.rules.ts'
import {
  closeRegistrations,
  deleteRegistration,
  findPending,
  findRegistration,
  insertRegistration,
  lockRegistration,
  type RegistrationRow,
} from './registration.store.ts'
import { sendAccountExists, sendVerification } from './registration-mails.ts'

export const LINK_GONE =
  'This link no longer works. Links are valid for 24 hours and must be copied in full. Register again to get a new one.'

/**
 * Stores a registration until the link in its email is opened, so that an account requires access to its mailbox. An
 * existing account is mentioned only by email; the response never reveals it.
 * @throws AppError invalid for a number that may not be called
 */
export async function register(ctx: Ctx, input: BodyOf<typeof registerBroker>): Promise<void> {
  const { name, company, region, asicNumber, membership } = input
  const email = input.email.toLowerCase()
  const phone = ownNumber(input.phone, region)
  // checked here too: the password that counts is set behind the mail, and most people type the same one
  await requireStrongPassword({ password: input.password, field: 'password', about: [email, name, company] })
  // for every address, so that the response time reveals nothing either
  const passwordHash = await ctx.providers.portalSignIn.hashPassword(input.password)
  await ctx.tx(async (tx) => {
    const account = await accountOf(tx, email)
    if (account && !mayRegister(account)) return sendAccountExists(tx, email, account)
    const registration = await insertRegistration(tx, {
      ...{ email, passwordHash, phone, company, region, asicNumber, membership },
      ...{ name: normaliseName(name), createdAt: tx.now(), expiresAt: registrationExpiry(tx.now()) },
    })
    const sent = await sendVerification(tx, registration, {
      keepsPassword: !(await lacksPassword(tx, email)),
    })
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
    if (newest) await sendVerification(tx, newest, { keepsPassword: !(await lacksPassword(tx, email)) })
  })
}

/**
 * The registration behind a link. Changes nothing. @throws AppError not_found for a link that is forged or has expired
 */
export async function viewRegistration(
  ctx: Ctx,
  token: string,
): Promise<ReturnsOf<typeof checkRegistration>> {
  const registration = await findRegistration(ctx, idOf(ctx, token))
  if (!registration) throw new AppError('not_found', LINK_GONE)
  const { email, usedAt, name, phone, company, asicNumber } = registration
  const needsPassword = usedAt === null && (await lacksPassword(ctx, email))
  return { email, completed: usedAt !== null, needsPassword, name, phone, company, asicNumber }
}

type Verified = ReturnsOf<typeof verifyBroker>

/**
 * Completes a registration: adds the account with the password that was given with the link, and links it to the broker
 * record with this address or a new one. The password of the registration itself never opens an account: a stranger may
 * have chosen it. A link that was used changes nothing more.
 * @throws AppError not_found for a link that is forged or has expired; invalid where a password is needed
 */
export async function verify(ctx: Ctx, { token, password }: BodyOf<typeof verifyBroker>): Promise<Verified> {
  const id = idOf(ctx, token)
  // not in the transaction: it takes a while
  const passwordHash = password === undefined ? null : await ctx.providers.portalSignIn.hashPassword(password)
  return ctx.tx(async (tx) => {
    const registration = await lockRegistration(tx, id)
    if (!registration) throw new AppError('not_found', LINK_GONE)
    if (password !== undefined) {
      const about = [registration.email, registration.name, registration.company]
      await requireStrongPassword({ password, field: 'password', about })
    }
    if (registration.usedAt === null) return complete(tx, registration, passwordHash)
    // the broker and its account were deleted in the meantime
    if (!(await accountOf(tx, registration.email))) throw new AppError('not_found', LINK_GONE)
    return { email: registration.email, password: 'existing' }
  })
}

function idOf(ctx: Ctx, token: string): number {
  const id = readVerifyToken(ctx.providers, token, ctx.now())
  if (id === null) throw new AppError('not_found', LINK_GONE)
  return id
}

async function lacksPassword(ctx: Ctx, email: string): Promise<boolean> {
  const account = await accountOf(ctx, email)
  return account === null || !(await hasPassword(ctx, account.id))
}

async function complete(
  tx: Ctx,
  registration: RegistrationRow,
  passwordHash: string | null,
): Promise<Verified> {
  const { email, name } = registration
  const needsPassword = await lacksPassword(tx, email)
  if (needsPassword && passwordHash === null) throw invalid({ password: PASSWORD_NEEDED })
  const account = await ensureAccount(tx, { email, name, passwordHash })
  if (mayRegister(account)) await linkRegisteredBroker(tx, { account, email, registration })
  await closeRegistrations(tx, email)
  return { email, password: needsPassword ? 'set' : 'existing' }
}
