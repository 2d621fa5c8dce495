import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { recordDay } from '#server/modules/surveillance/record-day.store.ts'
import type { Random } from '#server/platform/random.ts'

/** Days before today on which the demo's lender had its brokers checked. */
const DAYS = 84
/** Chance that a day brings a broker to review, or a decision about one. */
const CHANGE = 0.12

interface Standing {
  high: number
  medium: number
  suspended: number
}

/** Writes the compliance figures of the last weeks, ending in today's. */
export async function addPastDays(ctx: Ctx, random: Random): Promise<void> {
  await recordDay(ctx)
  const today = await ctx.db.selectFrom('complianceDays').selectAll().executeTakeFirstOrThrow()
  const rows = []
  let standing: Standing = { high: today.high, medium: today.medium, suspended: today.suspended }
  for (let back = 1; back <= DAYS; back++) {
    standing = dayBefore(standing, random)
    rows.push({ ...standing, day: addDays(sydneyDate(ctx.now()), -back), brokers: today.brokers })
  }
  await sql`insert into compliance_days (day, brokers, high, medium, suspended)
    select day, brokers, high, medium, suspended from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as i(day date, brokers int, high int, medium int, suspended int)`.execute(ctx.db)
}

function dayBefore(after: Standing, random: Random): Standing {
  const step = (): number => (random.next() < CHANGE ? (random.next() < 0.5 ? -1 : 1) : 0)
  return {
    high: Math.max(0, after.high + step()),
    medium: Math.max(0, after.medium + step()),
    suspended: Math.max(0, after.suspended + (random.next() < CHANGE / 4 ? -1 : 0)),
  }
}
