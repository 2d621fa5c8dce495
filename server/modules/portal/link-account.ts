import type { Region } from '#contract/brokers/brokers.ts'
import type { Ctx } from '#server/ctx.ts'
import { type Account, linkBroker, verifiedAccount } from '#server/modules/accounts/portal-accounts.ts'
import {
  addRegistered,
  fillRegistered,
  type OwnFields,
  unclaimedRecord,
} from '#server/modules/brokers/own-record.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import type { RegistrationRow } from './registration.store.ts'

/** The actor shown in the audit log and the timeline. */
const REGISTRATION = { kind: 'system', name: 'Portal registration' } as const

interface VerifiedRegistration {
  account: Account
  email: string
  registration: RegistrationRow
}

/** Links an account to the broker record with its address, or to a new one. Only inside `ctx.tx`. */
export async function linkRegisteredBroker(
  tx: Ctx,
  { account, email, registration }: VerifiedRegistration,
): Promise<number> {
  const own = fieldsOf(registration)
  const existingId = await unclaimedRecord(tx, email)
  const registering = tx.as(REGISTRATION)
  const brokerId = existingId ?? (await addRegistered(registering, { ...own, email }))
  if (existingId !== null) await fillRegistered(registering, existingId, own)
  await link(tx, account, brokerId)
  return brokerId
}

function fieldsOf({ name, phone, company, region, asicNumber, membership }: RegistrationRow): OwnFields {
  // the table's check constraint allows no other value
  return { name, phone, company, region: region as Region | null, asicNumber, membership }
}

async function link(tx: Ctx, account: Account, brokerId: number): Promise<void> {
  await linkBroker(tx, account, brokerId)
  await addActivity(tx, {
    type: 'portal_registered',
    description: 'Registered for the broker portal',
    brokerId,
    simulated: false,
  })
}

/**
 * Links an account with a verified address to the broker record with that address, at sign-in to the portal.
 * @returns the broker of this account; null if there is none
 */
export async function linkOnSignIn(ctx: Ctx, userId: number): Promise<number | null> {
  return ctx.tx(async (tx) => {
    const account = await verifiedAccount(tx, userId)
    if (!account || account.disabled) return null
    if (account.brokerId !== null) return account.brokerId
    const brokerId = await unclaimedRecord(tx, account.email)
    if (brokerId !== null) await link(tx, account, brokerId)
    return brokerId
  })
}
