import type { Ctx } from '#server/ctx.ts'
import { audit } from './audit.ts'
import { demoAccounts, demoBroker } from './demo-accounts.ts'
import { changeUser } from './portal-accounts.store.ts'
import { deleteSessions } from './sessions.store.ts'

/**
 * Opens the demo's accounts while the demo is on, and closes them while it is off, because their passwords are public.
 * An account with a changed password has become somebody's own and is skipped.
 * @param on whether the demo is on
 * @returns the addresses of the accounts that it opened or closed
 */
export async function switchDemoAccounts(ctx: Ctx, on: boolean): Promise<string[]> {
  const changed: string[] = []
  for (const { email, password } of [...demoAccounts, demoBroker]) {
    const account = await findAccount(ctx, email)
    if (!account || on !== (account.disabledAt !== null)) continue
    if (!(await ctx.providers.signIn.checkPassword(password, account.hash))) continue
    if (on && !(await wasClosedHere(ctx, account.id))) continue
    await ctx.tx(async (tx) => {
      await changeUser(tx, account.id, { disabledAt: on ? null : tx.now() })
      await deleteSessions(tx, { userId: account.id })
      const subject = { subjectType: 'user', subjectId: account.id }
      await audit(
        tx,
        on ? { action: 'user.demo_opened', ...subject } : { action: 'user.demo_closed', ...subject },
      )
    })
    changed.push(email)
  }
  return changed
}

async function findAccount(ctx: Ctx, email: string) {
  const row = await ctx.db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.userId', 'users.id')
    .select(['users.id', 'users.disabledAt', 'credentials.password as hash'])
    .where('users.email', '=', email)
    .where('credentials.providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.hash ? { ...row, hash: row.hash } : undefined
}

/** An account that staff have closed is not opened by a start. */
async function wasClosedHere(ctx: Ctx, id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('auditLog')
    .select('id')
    .where('subjectType', '=', 'user')
    .where('subjectId', '=', String(id))
    .where('action', '=', 'user.demo_closed')
    .executeTakeFirst()
  return row !== undefined
}
