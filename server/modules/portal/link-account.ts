import type { Region } from '#contract/brokers.ts'
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

/** In the words of audit log and timeline. */
const REGISTRATION = { kind: 'system', name: 'Portal registration' } as const

interface Joining {
  account: Account
  email: string
  registration: RegistrationRow
}

/** Gives an account the broker on record with its address, else a new one. Only inside `ctx.tx`. */
export async function joinBroker(tx: Ctx, { account, email, registration }: Joining): Promise<number> {
  const own = fieldsOf(registration)
  const known = await unclaimedRecord(tx, email)
  const registering = tx.as(REGISTRATION)
  const brokerId = known ?? (await addRegistered(registering, { ...own, email }))
  if (known !== null) await fillRegistered(registering, known, own)
  await link(tx, account, brokerId)
  return brokerId
}

function fieldsOf({ name, phone, company, region, asicNumber, membership }: RegistrationRow): OwnFields {
  // the table's check allows no other
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
  tx.changed('brokers')
}

/**
 * At sign-in to the portal: somebody whose address is verified and a broker's on record gets that broker.
 * @returns the broker of this account; null where there is none
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
