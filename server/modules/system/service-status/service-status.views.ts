import { sql } from 'kysely'
import { type ServiceStatus, unconfiguredParts } from '#contract/system/service-status.ts'
import type { Ctx } from '#server/ctx.ts'
import { savedBackupSettings } from '#server/modules/backups/concern.views.ts'
import { type MeasuredPeriod, measuredObjectives } from './objectives.rules.ts'

const SHORT_DAYS = 30
const LONG_DAYS = 90
const SHOWN_DRILLS = 10

/** Service objectives with their figures of closed hours, and restore drills: nothing about persons or machines. */
export async function viewServiceStatus(ctx: Ctx, working: boolean): Promise<ServiceStatus> {
  const [bounds, short, long, restoreDrills, notSetUp] = await Promise.all([
    measuredHours(ctx),
    measure(ctx, SHORT_DAYS),
    measure(ctx, LONG_DAYS),
    viewDrills(ctx),
    viewNotSetUp(ctx),
  ])
  return {
    measuredUntil: bounds.until.toISOString(),
    measuredSince: bounds.since?.toISOString() ?? null,
    working,
    notSetUp,
    objectives: measuredObjectives(short, long),
    restoreDrills,
  }
}

/** The first hour of all was measured in part only. */
const FIRST = sql`(select min(hour) + interval '1 hour' from service_hours)`
const CURRENT = sql`date_trunc('hour', statement_timestamp(), 'UTC')`

async function measuredHours(ctx: Ctx): Promise<{ until: Date; since: Date | null }> {
  const { rows } = await sql<{ until: Date; since: Date | null }>`
    select ${CURRENT} as until, case when ${FIRST} < ${CURRENT} then ${FIRST} end as since`.execute(ctx.db)
  const [bounds] = rows
  if (!bounds) throw new Error('the bounds of the measured hours are one row')
  return bounds
}

interface Sums {
  minutes: number
  website: number
  background: number
  calls: number
  callsInTime: number
  messages: number
  messagesInTime: number
}

/** An hour without a row is one in which no process ran. */
async function measure(ctx: Ctx, days: number): Promise<MeasuredPeriod> {
  const { rows } = await sql<Sums>`
    with period as (
      -- greatest() ignores null, which an installation without hours has
      select case when ${FIRST} < ${CURRENT} then greatest(${FIRST}, ${CURRENT} - make_interval(days => ${days}))
        else ${CURRENT} end as start, ${CURRENT} as stop
    )
    select (select extract(epoch from stop - start) / 60 from period)::int as minutes,
      coalesce(sum(bit_count(website)), 0)::int as website, coalesce(sum(bit_count(background)), 0)::int as background,
      coalesce(sum(calls), 0)::int as calls, coalesce(sum(calls_in_time), 0)::int as "callsInTime",
      coalesce(sum(messages), 0)::int as messages, coalesce(sum(messages_in_time), 0)::int as "messagesInTime"
    from service_hours, period where hour >= start and hour < stop`.execute(ctx.db)
  const [sums] = rows
  if (!sums) throw new Error('the sums of the measured hours are one row')
  return {
    website: { good: sums.website, of: sums.minutes },
    background: { good: sums.background, of: sums.minutes },
    calls: { good: sums.callsInTime, of: sums.calls },
    messages: { good: sums.messagesInTime, of: sums.messages },
  }
}

async function viewNotSetUp(ctx: Ctx): Promise<ServiceStatus['notSetUp']> {
  const { voice, messaging, backups } = ctx.providers
  const { enabled } = await savedBackupSettings(ctx)
  const setUp = {
    calls: voice.active !== null,
    emails: messaging.mail !== null,
    texts: messaging.sms !== null,
    backups: enabled && backups.recipients.length > 0,
  }
  return unconfiguredParts.filter((part) => !setUp[part])
}

/** Without the words of a failure, which may name machines. */
async function viewDrills(ctx: Ctx): Promise<ServiceStatus['restoreDrills']> {
  const { rows } = await sql<{ at: Date; passed: boolean }>`
    select drilled_at as at, drill_failure is null as passed from backups
    where drilled_at > statement_timestamp() - make_interval(days => ${LONG_DAYS})
    order by drilled_at desc`.execute(ctx.db)
  const passed = rows.filter((drill) => drill.passed).length
  return {
    passed,
    failed: rows.length - passed,
    latest: rows.slice(0, SHOWN_DRILLS).map(({ at, passed }) => ({ at: at.toISOString(), passed })),
  }
}

export async function isStatusPublished(ctx: Ctx): Promise<boolean> {
  const row = await ctx.db.selectFrom('organisation').select('statusPage').executeTakeFirstOrThrow()
  return row.statusPage
}
