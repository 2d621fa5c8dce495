import { sql } from 'kysely'
import type { Personality } from '#contract/campaigns.ts'
import type { Ctx } from '#server/ctx.ts'
import type { ScriptFacts } from '../script.rules.ts'

export interface NewCall {
  campaignId: number
  campaignVersionId: number
  brokerId: number | null
  toNumber: string
  provider: string
  simulated: boolean
  /** On the provider's clock. */
  simulatedAt: Date | null
  clockSpeed: number
  test: boolean
  enrolmentId: number | null
  attempt: number | null
  decisionId: number | null
  /** YYYY-MM-DD at the broker's place; null where the dial does not count towards the caps. */
  capDate: string | null
}

/** @returns undefined when a unique index shows that this dial was already made */
export async function insertCall(ctx: Ctx, values: NewCall): Promise<number | undefined> {
  const row = await ctx.db
    .insertInto('calls')
    .values({ ...values, createdAt: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function attemptExists(ctx: Ctx, enrolmentId: number, attempt: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('calls')
    .select('id')
    .where('enrolmentId', '=', enrolmentId)
    .where('attempt', '=', attempt)
    .where('withdrawn', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

export type PlacedCall = ScriptFacts & { provider: string; toNumber: string; versionId: number }

/** What a dial needs; undefined when the call or its campaign version was deleted. */
export async function findPlaced(ctx: Ctx, callId: number): Promise<PlacedCall | undefined> {
  const row = await ctx.db
    .selectFrom('calls')
    .innerJoin('campaignVersions as version', 'version.id', 'calls.campaignVersionId')
    .innerJoin('organisation', (join) => join.onTrue())
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .select([
      'calls.provider',
      'calls.toNumber',
      'version.id as versionId',
      'version.product',
      'version.rate',
      'version.rateType',
      'version.callScript',
      'version.aiPrompt',
      'version.aiPersonality',
      'version.aiInstructions',
      'organisation.legalName',
      'organisation.tradingName',
      'organisation.contactPhone',
      'organisation.agentName',
      'brokers.name',
      'brokers.company',
      'brokers.callBasis',
      'brokers.numberSource',
    ])
    .where('calls.id', '=', callId)
    .executeTakeFirst()
  if (!row) return undefined
  const { provider, toNumber, versionId, name, company, callBasis, numberSource } = row
  return {
    provider,
    toNumber,
    versionId,
    organisation: row,
    // the table's check allows no other personality
    version: { ...row, aiPersonality: row.aiPersonality as Personality },
    broker: name === null ? null : { name, company, callBasis: callBasis ?? 'none', numberSource },
  }
}

/** The person may have opted out since the decision. A live provider ignores the simulator's suppressions. */
const suppressed = sql<boolean>`exists (select from suppressions s where s.phone = calls.to_number
  and s.ended_at is null and (calls.simulated or not s.simulated))`

/** Whether an open call must not be dialled because its number is suppressed. */
export async function isSuppressedCall(ctx: Ctx, callId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('calls')
    .select('id')
    .where('id', '=', callId)
    .where('finishedAt', 'is', null)
    .where(suppressed)
    .executeTakeFirst()
  return row !== undefined
}

/** Claims the dispatch of a suppressed call, so that no process dials it. @returns whether this caller claimed it */
export async function claimSuppressed(ctx: Ctx, callId: number): Promise<boolean> {
  return setDispatched(ctx, callId, { ofSuppressed: true })
}

/**
 * Claims the dispatch of an open call: only one caller succeeds, and only it may contact the provider. Committed at
 * once, so that after a crash the row shows that the provider may have been contacted. Refused for a number that was
 * suppressed since the decision.
 */
export async function claimDispatch(ctx: Ctx, callId: number): Promise<boolean> {
  return setDispatched(ctx, callId, { ofSuppressed: false })
}

async function setDispatched(
  ctx: Ctx,
  callId: number,
  { ofSuppressed }: { ofSuppressed: boolean },
): Promise<boolean> {
  const claimed = await ctx.db
    .updateTable('calls')
    .set({ dispatchedAt: sql`clock_timestamp()`, updatedAt: ctx.now() })
    .where('id', '=', callId)
    .where('dispatchedAt', 'is', null)
    .where('finishedAt', 'is', null)
    .where((eb) => (ofSuppressed ? suppressed : eb.not(suppressed)))
    .returning('id')
    .execute()
  return claimed.length > 0
}

/**
 * Stores the provider's id and caller number of a call, unless already set or handed over to another provider.
 * @returns whether staff asked to end the call before its id was known
 */
export async function adoptProviderCall(
  ctx: Ctx,
  callId: number,
  call: { provider: string; providerCallId: string; from: string | null },
): Promise<boolean> {
  const updated = await ctx.db
    .updateTable('calls')
    .set({
      providerCallId: sql`coalesce(provider_call_id, ${call.providerCallId})`,
      fromNumber: sql`coalesce(from_number, ${call.from})`,
    })
    .where('id', '=', callId)
    .where('provider', '=', call.provider)
    .where((eb) => eb.or([eb('providerCallId', 'is', null), eb('fromNumber', 'is', null)]))
    .returning('endAskedAt')
    .executeTakeFirst()
  return updated?.endAskedAt != null
}

/** Records that staff asked to end this call, whatever its state at the provider. */
export async function recordEndRequest(tx: Ctx, callId: number): Promise<void> {
  await tx.db.updateTable('calls').set({ endAskedAt: tx.now() }).where('id', '=', callId).execute()
}

/** Whether staff asked to end an open call that its provider refused. */
export async function isEndRequested(ctx: Ctx, callId: number, provider: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('calls')
    .select('id')
    .where('id', '=', callId)
    .where('provider', '=', provider)
    .where('endAskedAt', 'is not', null)
    .where('finishedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** One hand-over to the second vendor. */
export interface HandOver {
  from: string
  to: string
  /** One sentence for a person. */
  message: string
}

/**
 * Claims the dispatch of a refused call for another provider, in one statement: only while the call is open and no
 * event shows that the first provider accepted it after all.
 */
export async function claimHandOver(
  ctx: Ctx,
  callId: number,
  { from, to, message }: HandOver,
): Promise<boolean> {
  return ctx.tx(async (tx) => {
    // the lock waits for a running intake, so that its events are visible below
    await sql`select from calls where id = ${callId} for update`.execute(tx.db)
    const { rows } = await sql<{ id: number }>`
      with moved as (
        update calls set provider = ${to}, provider_call_id = null, from_number = null,
          dispatched_at = clock_timestamp(), looked_up_at = null, updated_at = ${tx.now()}
        where id = ${callId} and provider = ${from} and dispatched_at is not null and finished_at is null
          and provider_call_id is null and status = 'initiated' and end_asked_at is null
          and not exists (select from call_events where call_id = ${callId})
          and not ${suppressed}
        returning id)
      insert into call_events (call_id, key, kind, at, data)
      select id, 'own:handed-over', 'handed_over', ${tx.now()},
        jsonb_build_object('from', ${from}::text, 'to', ${to}::text, 'message', ${message}::text)
      from moved returning call_id as id`.execute(tx.db)
    if (rows.length > 0) tx.changed('calls')
    return rows.length > 0
  })
}
