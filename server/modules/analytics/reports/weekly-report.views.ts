import { shortDayName } from '#contract/calendar.ts'
import type { Totals } from '#contract/dashboard/analytics.ts'
import type { WeekFigures, WeeklyReport } from '#contract/dashboard/reports.ts'
import { taskTerms } from '#contract/tasks/task-kinds.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Period } from '#server/modules/microsites/attribution.rules.ts'
import { viewOpenKinds } from '#server/modules/tasks/views.ts'
import { viewAnalytics, viewHours } from '../analytics.views.ts'
import { viewAnnotations } from '../annotations.views.ts'
import { viewBreakdown } from '../breakdown.views.ts'
import { firstOf, weekName } from './weekly-report.rules.ts'

const MOST_CAMPAIGNS = 5
const MOST_CHANGES = 10

/** The content of a week's mail: the same figures that Analytics shows for these days. */
export async function viewWeeklyReport(ctx: Ctx, period: Period): Promise<WeeklyReport> {
  const [{ current, previous }, { rows }, { best, overall }, annotations, open] = await Promise.all([
    viewAnalytics(ctx, period),
    viewBreakdown(ctx, { ...period, by: 'campaign' }),
    viewHours(ctx, period),
    viewAnnotations(ctx, period),
    viewOpenKinds(ctx),
  ])
  const campaigns = firstOf(
    rows.filter(({ calls }) => calls > 0),
    MOST_CAMPAIGNS,
  )
  const changes = firstOf(annotations, MOST_CHANGES)
  const { publicUrl } = ctx.providers
  return {
    week: weekName(period),
    current: weekFigures(current),
    previous: weekFigures(previous),
    campaigns: campaigns.shown.map(({ label, calls, share, difference }) => ({
      ...{ label, calls, share, difference },
    })),
    moreCampaigns: campaigns.more,
    hours: { best, overall },
    changes: changes.shown.map(({ day, text }) => ({ day: shortDayName(day), text })),
    moreChanges: changes.more,
    tasks: open.map(({ kind, ...counts }) => ({ what: taskTerms[kind].label, ...counts })),
    url: `${publicUrl}/analytics?${new URLSearchParams({ period: 'own', ...period })}`,
    tasksUrl: `${publicUrl}/tasks`,
  }
}

const weekFigures = (totals: Totals): WeekFigures => {
  const { calls, reached, responseRate, meetings, applications, cost } = totals
  return { calls, reached, responseRate, meetings, applications, cost }
}
