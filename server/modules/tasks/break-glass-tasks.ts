import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { openTask } from './store.ts'

/** Every admin gets a notification, and one of them checks who it was. */
export async function onBreakGlassUsed(
  tx: Ctx,
  { userId, ip }: AppEvents['account.breakGlassUsed'],
): Promise<void> {
  const user = await tx.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return
  await openTask(tx, {
    ...{ kind: 'break_glass_used', key: String(userId), subject: null, brokerId: null },
    ...{ name: user.name, email: user.email },
    details: `${user.name} signed in with the break-glass password${ip ? ` from ${ip}` : ''}.`,
  })
}
