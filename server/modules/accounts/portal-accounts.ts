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

/** Somebody's account as the portal needs to know it. */
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
  /** In lower case, and shown to be theirs. */
  email: string
  name: string
  /** null: none yet; the reset link sets one. */
  passwordHash: string | null
}

/**
 * Adds an account, or gives the one that the address has, with its own password. Locked until the transaction ends:
 * whoever opens the same address meanwhile waits and gets the same account.
 */
export async function openAccount(tx: Ctx, { email, name, passwordHash }: NewAccount): Promise<Account> {
  const id = await insertPortalUser(tx, { email, name })
  if (id !== null) {
    if (passwordHash !== null) await insertPassword(tx, id, passwordHash)
    const after = { email, role: null }
    await audit(tx, { action: 'user.created', subjectType: 'user', subjectId: id, after })
  }
  const row = await lockUser(tx, { email })
  if (!row) throw new Error('the account of an address that was just taken is gone')
  if (!row.emailVerified) await changeUser(tx, row.id, { emailVerified: true })
  return toAccount(row)
}

/** Somebody's account, locked until the transaction ends; null for an address that nobody has shown to be theirs. */
export async function verifiedAccount(
  tx: Ctx,
  userId: number,
): Promise<(Account & { email: string }) | null> {
  const row = await lockUser(tx, { id: userId })
  return row?.emailVerified ? { ...toAccount(row), email: row.email } : null
}

/** Gives an account its broker: from then on it opens the portal. Lock the account first. */
export async function linkBroker(tx: Ctx, { id }: Account, brokerId: number): Promise<void> {
  await changeUser(tx, id, { brokerId })
  await audit(tx, { action: 'user.linked', subjectType: 'user', subjectId: id, after: { brokerId } })
}

/** The name that mails greet somebody with who is a broker only; staff are named by the team. */
export async function updateAccountName(tx: Ctx, userId: number, name: string): Promise<void> {
  const row = await lockUser(tx, { id: userId })
  if (row && row.role === null && row.name !== name) await changeUser(tx, userId, { name })
}

export async function hasPassword(ctx: Ctx, userId: number): Promise<boolean> {
  return (await findPassword(ctx, userId)) !== null
}
