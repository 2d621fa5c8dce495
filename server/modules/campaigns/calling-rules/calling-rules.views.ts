import { sql } from 'kysely'
import type { CallingRules, RuleSet } from '#contract/campaigns/calling-rules.ts'
import type { HoursPolicy } from '#server/calendar/legal-hours.ts'
import type { Ctx } from '#server/ctx.ts'
import {
  hoursTimeline,
  type RuleTimeline,
  type RuleVersion,
  stateOf,
  timelineOf,
} from './rules-in-force.rules.ts'

/** The published versions as JSON, in a query of other facts: a handful of rows. */
export const publishedRules = sql<
  RuleVersion[]
>`(select jsonb_agg(jsonb_build_object('version', r.version, 'rules', r.rules,
  'from', round(extract(epoch from r.valid_from) * 1000), 'to', round(extract(epoch from r.valid_to) * 1000)))
  from calling_rules r where r.version is not null)`

/** The hours in which calls are permitted, and the limits of calls, each with their dates. */
export interface LoadedLaw {
  hours: HoursPolicy
  law: RuleTimeline
}

/** In one query with the setting, before each batch of decisions, so that a version applies from its instant on. */
export async function loadLaw(ctx: Ctx): Promise<LoadedLaw> {
  const { respectStateHolidays, versions } = await ctx.db
    .selectFrom('organisation')
    .select(['respectStateHolidays', publishedRules.as('versions')])
    .executeTakeFirstOrThrow()
  const law = timelineOf(versions)
  return { law, hours: { respectStateHolidays, hours: hoursTimeline(law) } }
}

export async function loadRuleTimeline(ctx: Ctx): Promise<RuleTimeline> {
  const { rows } = await sql<{ versions: RuleVersion[] }>`select ${publishedRules} as versions`.execute(
    ctx.db,
  )
  return timelineOf(rows[0]?.versions ?? [])
}

/** The draft first, then the published versions, the newest first. @param now of the clock that judges calls */
export async function viewCallingRules(ctx: Ctx, now: Date = ctx.now()): Promise<CallingRules[]> {
  const timeline = await loadRuleTimeline(ctx)
  const rows = await ctx.db
    .selectFrom('callingRules')
    .leftJoin('users', 'users.id', 'callingRules.publishedBy')
    .select(['callingRules.id', 'version', 'rules', 'validFrom', 'validTo', 'source', 'note', 'publishedAt'])
    .select('users.name as publishedBy')
    .orderBy('version', (order) => order.desc().nullsFirst())
    .execute()
  return rows.map(({ rules, validFrom, validTo, publishedAt, ...row }) => ({
    ...row,
    state: stateOf(row.version, timeline, now),
    // checked before it was stored
    rules: rules as unknown as RuleSet,
    validFrom: validFrom?.toISOString() ?? null,
    validTo: validTo?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
  }))
}
