import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { daysBetween, longDay } from '#contract/calendar.ts'
import { type Register, registerTerms, STALE_DAYS } from '#contract/surveillance/registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'

type Screening = NonNullable<ApplicationDetails['screening']>
type Found = Screening['findings'][number]

/** How the applicant compares with ASIC's registers; null: not compared yet. */
export async function viewScreening(ctx: Ctx, applicationId: number): Promise<Screening | null> {
  const row = await ctx.db
    .selectFrom('applicationScreenings')
    .select(['result', 'riskScore', 'findings', 'snapshots', 'screenedAt'])
    .where('applicationId', '=', applicationId)
    .executeTakeFirst()
  if (!row) return null
  const snapshots = row.snapshots as Record<Register, string> // stored by the screening
  const findings = row.findings as unknown as Found[] // stored by the screening
  return {
    result: row.result as Screening['result'], // the table's check allows no other
    riskScore: row.riskScore,
    findings: findings.map(({ subject, title, risk, points }) => ({ subject, title, risk, points })),
    detail: detailOf(snapshots, sydneyDate(ctx.now())),
    screenedAt: row.screenedAt.toISOString(),
  }
}

/** Lists the checked snapshots, and marks the stale ones. */
function detailOf(snapshots: Readonly<Record<Register, string>>, today: string): string {
  const asked = Object.entries(snapshots) as [Register, string][] // its own keys
  if (asked.length === 0) return 'Not checked: no ASIC register is loaded.'
  const parts = asked.map(([register, day]) => {
    const age = daysBetween(day, today)
    const words = `${registerTerms[register].label} of ${longDay(day)}`
    return age > STALE_DAYS ? `${words} (${age} days old)` : words
  })
  return `Checked against ${parts.join(', ')}.`
}
