import type { Ctx } from '#server/ctx.ts'
import { audit } from './audit.ts'
import {
  changeUser,
  findByEmail,
  findPassword,
  insertPassword,
  insertPortalUser,
  lockUser,
} from './portal-accounts.store.ts'
import type { UserRow } from './store.ts'

/** An account with the fields that the portal needs. */
export interface Account {
  id: number
  name: string
  brokerId: number | null
  staff: boolean
  disabled: boolean
  createdAt: Date
}

const toAccount = ({ id, name, brokerId, role, disabledAt, createdAt }: UserRow): Account => ({
  ...{ id, name, brokerId, createdAt },
  staff: role !== null,
  disabled: disabledAt !== null,
})

/** @param email in lower case */
export async function accountOf(ctx: Ctx, email: string): Promise<Account | null> {
  const row = await findByEmail(ctx, email)
  return row ? toAccount(row) : null
}

export interface NewAccount {
  /** Lower case, verified. */
  email: string
  name: string
  /** Hash of the password chosen behind the mailbox. Null only for an account that has one. */
  passwordHash: string | null
}

/**
 * Returns the account of an address, adding it if there is none; an account that has a password keeps it. Locked until
 * the transaction ends, so that a concurrent call waits and gets the same account.
 */
export async function ensureAccount(tx: Ctx, { email, name, passwordHash }: NewAccount): Promise<Account> {
  const id = await insertPortalUser(tx, { email, name })
  if (id !== null) {
    const after = { email, role: null }
    await audit(tx, { action: 'user.created', subjectType: 'user', subjectId: id, after })
  }
  const row = await lockUser(tx, { email })
  if (!row) throw new Error('account missing right after insert')
  if (passwordHash !== null && !(await hasPassword(tx, row.id)))
    await insertPassword(tx, row.id, passwordHash)
  if (!row.emailVerified) await changeUser(tx, row.id, { emailVerified: true })
  return toAccount(row)
}

/** One account, locked until the transaction ends; null when its address is not verified. */
export async function verifiedAccount(
  tx: Ctx,
  userId: number,
): Promise<(Account & { email: string }) | null> {
  const row = await lockUser(tx, { id: userId })
  return row?.emailVerified ? { ...toAccount(row), email: row.email } : null
}

/** Links an account to its broker, which opens the portal. Lock the account first. */
export async function linkBroker(tx: Ctx, { id }: Account, brokerId: number): Promise<void> {
  await changeUser(tx, id, { brokerId })
  await audit(tx, { action: 'user.linked', subjectType: 'user', subjectId: id, after: { brokerId } })
}

/** Updates the name that emails greet a broker with; the names of staff are set by the team. */
export async function updateAccountName(tx: Ctx, userId: number, name: string): Promise<void> {
  const row = await lockUser(tx, { id: userId })
  if (row && row.role === null && row.name !== name) await changeUser(tx, userId, { name })
}

export async function hasPassword(ctx: Ctx, userId: number): Promise<boolean> {
  return (await findPassword(ctx, userId)) !== null
}
