import { longDay } from '#contract/calendar.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { reportToStaff } from '#server/modules/messages/report-to-staff.ts'
import { registersAreLoaded } from './check-registers.ts'
import { firstRunAt, newestCheck } from './compliance-runs.store.ts'
import { startCheck } from './run-checks.ts'
import { lastWeeklyTime } from './weekly-time.rules.ts'

const DAY_MS = 86_400_000
/** A run that starts this much later was missed. */
const LATE_MS = 30 * 60_000

/** Starts the weekly run of all brokers once a register is loaded, whatever other runs there were; safe to repeat. */
export async function startWeeklyRun(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    const last = await newestCheck(tx, 'weekly')
    if (last && tx.now().getTime() - last.startedAt.getTime() < 6 * DAY_MS) return
    if (!(await registersAreLoaded(tx))) return
    await startCheck(tx, 'weekly')
  })
}

/** Makes up a weekly run whose time has passed while no process ran, and reports it. */
export async function makeUpWeeklyRun(ctx: Ctx): Promise<void> {
  const due = lastWeeklyTime(ctx.now())
  if (ctx.now().getTime() - due.getTime() < LATE_MS) return
  await ctx.tx(async (tx) => {
    const [last, first] = [await newestCheck(tx, 'weekly'), await firstRunAt(tx)]
    // an installation that is younger than the time has missed nothing
    if (!first || first > due || (last && last.startedAt.getTime() >= due.getTime() - DAY_MS)) return
    if (!(await registersAreLoaded(tx))) return
    // another run is under way: the next minute tries again
    if (!(await startCheck(tx, 'weekly'))) return
    const details = `The weekly check of all brokers that was due on ${longDay(sydneyDate(due))} did not run. It was started on ${longDay(sydneyDate(tx.now()))}.`
    await reportToStaff(tx, {
      ...{ kind: 'check_missed', key: due.toISOString(), name: 'Weekly check', details },
      title: 'The weekly check of all brokers did not run in time',
    })
  })
}
