import { sql } from 'kysely'
import type { Personality } from '#contract/campaigns/campaigns.ts'
import type { Ctx } from '#server/ctx.ts'
import { brokerOfCall } from '#server/modules/brokers/broker-of-call.views.ts'
import { publishedRules } from '#server/modules/campaigns/calling-rules/calling-rules.views.ts'
import { rulesAt, timelineOf } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import { activeTrace } from '#server/platform/traces/spans.ts'
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
  /** The person asked for it. */
  requested: boolean
}

/**
 * A call counts for the region, the hour of the week and the kind of line that it was dialled at: they stay when the
 * broker moves or the number is erased. Each in the order of its number, so that two transactions never wait for one another.
 * @param calls of different enrolments, or a single one
 * @returns the ids in the order of `calls`; undefined where a unique index shows that this dial was already made
 */
export async function insertCalls(ctx: Ctx, calls: readonly NewCall[]): Promise<(number | undefined)[]> {
  const rows = calls.map((call) => ({ ...call, createdAt: ctx.now() }))
  const { rows: inserted } = await sql<{ id: number; enrolmentId: number | null }>`
    insert into calls (campaign_id, campaign_version_id, broker_id, to_number, provider, simulated, simulated_at,
      clock_speed, test, enrolment_id, attempt, decision_id, cap_date, requested, created_at,
      trace_context, region, local_hour, called_line)
    select "campaignId", "campaignVersionId", "brokerId", "toNumber", provider, simulated, "simulatedAt",
      "clockSpeed", test, "enrolmentId", attempt, "decisionId", "capDate", requested, "createdAt",
      coalesce(${activeTrace()}, (select trace_context from enrolments where id = "enrolmentId")), brokers.region,
      hour_of_week(coalesce("simulatedAt", "createdAt"), coalesce(brokers.timezone, 'Australia/Sydney')),
      case when "toNumber" like '+614%' then 'mobile' else 'fixed' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("campaignId" int, "campaignVersionId" int,
      "brokerId" int, "toNumber" text, provider text, simulated boolean, "simulatedAt" timestamptz, "clockSpeed" float8,
      test boolean, "enrolmentId" int, attempt int, "decisionId" int, "capDate" date, requested boolean,
      "createdAt" timestamptz)
      left join brokers on brokers.id = "brokerId"
    order by "toNumber"
    on conflict do nothing returning id, enrolment_id`.execute(ctx.db)
  const ids = new Map(inserted.map(({ id, enrolmentId }) => [enrolmentId, id]))
  return calls.map(({ enrolmentId }) => ids.get(enrolmentId))
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

export type PlacedCall = ScriptFacts & {
  provider: string
  toNumber: string
  versionId: number
  traceContext: string | null
}

/** What a dial needs; undefined when the call or its campaign version was deleted. */
export const findPlaced = (ctx: Ctx, callId: number): Promise<PlacedCall | undefined> =>
  placedCalls(ctx.db, callId)

const placedCalls = inBatches(async (db: Ctx['db'], callIds: readonly number[]) => {
  const rows = await db
    .selectFrom('calls')
    .innerJoin('campaignVersions as version', 'version.id', 'calls.campaignVersionId')
    .innerJoin('organisation', (join) => join.onTrue())
    .leftJoinLateral(brokerOfCall, (join) => join.onTrue())
    .select([
      'calls.id as callId',
      'calls.provider',
      'calls.toNumber',
      'calls.traceContext',
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
      // when the call was decided, on the clock that judges calls
      sql<Date>`coalesce(calls.simulated_at, calls.created_at)`.as('judgedAt'),
      publishedRules.as('versions'),
      'broker.name',
      'broker.company',
      'broker.callBasis',
      'broker.numberSource',
    ])
    .where('calls.id', '=', anyOf(callIds))
    .execute()
  return new Map(
    rows.map((row): [number, PlacedCall] => {
      const { callId, provider, toNumber, versionId, traceContext, name, company, callBasis, numberSource } =
        row
      return [
        callId,
        {
          provider,
          toNumber,
          versionId,
          traceContext,
          organisation: row,
          law: rulesAt(timelineOf(row.versions), row.judgedAt).rules,
          // the table's check allows no other personality
          version: { ...row, aiPersonality: row.aiPersonality as Personality },
          broker: name === null ? null : { name, company, callBasis: callBasis ?? 'none', numberSource },
        },
      ]
    }),
  )
})

/**
 * Stores the provider's id and caller number of a call, unless already set or handed over to another provider.
 * @returns whether staff requested the call's end before its id was stored
 */
export async function adoptProviderCall(
  ctx: Ctx,
  callId: number,
  call: { provider: string; providerCallId: string; from: string | null },
): Promise<boolean> {
  const adopted = await adoptions(ctx.db, { callId, ...call })
  return adopted?.endAskedAt != null
}

interface Adoption {
  callId: number
  provider: string
  providerCallId: string
  from: string | null
}

const adoptions = inBatches(async (db: Ctx['db'], given: readonly Adoption[]) => {
  const ids = given.map(({ callId }) => callId)
  const { rows } = await sql<{ id: number; endAskedAt: Date | null }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given("callId" int, provider text, "providerCallId" text, "from" text)
    ), locked as materialized (
      -- in the order of everybody who locks calls
      select id from calls where id = ${anyOf(ids)} order by campaign_id, id for no key update
    )
    update calls c set provider_call_id = coalesce(c.provider_call_id, g."providerCallId"),
      from_number = coalesce(c.from_number, g."from")
    from locked, given g
    where c.id = ${anyOf(ids)} and c.id = locked.id and g."callId" = c.id and c.provider = g.provider
      and (c.provider_call_id is null or c.from_number is null)
    returning c.id, c.end_asked_at`.execute(db)
  const answers = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    given.flatMap((adoption) => {
      const row = answers.get(adoption.callId)
      return row ? [[adoption, row] as const] : []
    }),
  )
})

/** Records the request of staff to end this call, whatever its state at the provider. */
export async function recordEndRequest(tx: Ctx, callId: number): Promise<void> {
  await tx.db.updateTable('calls').set({ endAskedAt: tx.now() }).where('id', '=', callId).execute()
}
