import type { Appeal } from '#contract/scoring/score-appeals.ts'
import type { Ctx } from '#server/ctx.ts'

export interface NewAppeal {
  brokerId: number
  month: string
  reason: string
  overall: string
  tier: string
  dueOn: string
}

/** @returns the id; undefined if the broker has an open appeal of this month */
export async function insertAppeal(tx: Ctx, appeal: NewAppeal): Promise<number | undefined> {
  const row = await tx.db
    .insertInto('scoreAppeals')
    .values({ ...appeal, madeAt: tx.now() })
    .onConflict((conflict) =>
      conflict.columns(['brokerId', 'month']).where('status', '=', 'open').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Withdraws the broker's open appeal of this month. @returns its id; undefined if there is none */
export async function withdrawOpenAppeal(
  tx: Ctx,
  { brokerId, month }: { brokerId: number; month: string },
): Promise<number | undefined> {
  const row = await tx.db
    .updateTable('scoreAppeals')
    .set({ status: 'withdrawn', answeredAt: tx.now() })
    .where('brokerId', '=', brokerId)
    .where('month', '=', month)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Locks an appeal until the transaction ends. */
export async function lockAppeal(
  tx: Ctx,
  id: number,
): Promise<{ brokerId: number; month: string; status: string } | undefined> {
  return tx.db
    .selectFrom('scoreAppeals')
    .select(['brokerId', 'month', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function storeAnswer(
  tx: Ctx,
  id: number,
  { outcome, answer }: { outcome: Appeal['status']; answer: string },
): Promise<void> {
  await tx.db
    .updateTable('scoreAppeals')
    .set({
      ...{ status: outcome, answer, answeredAt: tx.now() },
      answeredBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
    })
    .where('id', '=', id)
    .execute()
}
