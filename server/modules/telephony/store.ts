import { type Selectable, sql, type Updateable } from 'kysely'
import type { VendorId } from '#contract/calls/vendors.ts'
import type { Ctx } from '#server/ctx.ts'
import type { VoiceSettings } from '#server/schema.gen.ts'

/** Sets the number that a vendor's calls and messages go out from. */
export async function storeCallingNumber(
  tx: Ctx,
  { vendor, numberId, phoneNumber }: { vendor: VendorId; numberId: string; phoneNumber: string },
): Promise<void> {
  const values = { numberId, phoneNumber, chosenAt: tx.now() }
  await tx.db
    .insertInto('callingNumbers')
    .values({ vendor, ...values })
    .onConflict((conflict) => conflict.column('vendor').doUpdateSet(values))
    .execute()
}

/** Counts a refused callback of this vendor today. */
export async function countRefusedCallback(ctx: Ctx, vendor: VendorId): Promise<void> {
  const now = ctx.now()
  await sql`insert into refused_callbacks (vendor, day, last_at) values (${vendor}, ${now}::date, ${now})
    on conflict (vendor, day) do update set times = refused_callbacks.times + 1, last_at = excluded.last_at`.execute(
    ctx.db,
  )
}

/** Locks the voice settings until the transaction ends. */
export async function lockVoiceSettings(tx: Ctx): Promise<Selectable<VoiceSettings>> {
  return tx.db.selectFrom('voiceSettings').selectAll().forUpdate().executeTakeFirstOrThrow()
}

export async function storeVoiceSettings(tx: Ctx, changes: Updateable<VoiceSettings>): Promise<void> {
  await tx.db
    .updateTable('voiceSettings')
    .set({ ...changes, updatedAt: tx.now() })
    .execute()
}
