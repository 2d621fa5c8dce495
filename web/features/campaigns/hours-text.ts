import { timezones, weekdays } from '#contract/campaigns/campaigns.ts'
import { formatClock } from '#web/lib/dates.ts'

/** 'Mon–Fri', 'Mon, Wed, Sat'; three or more consecutive days become a range. */
export function daysText(days: readonly string[]): string {
  const runs: string[][] = []
  let former = -2
  for (const [index, day] of weekdays.entries()) {
    if (!days.includes(day.id)) continue
    const name = day.label.slice(0, 3)
    if (index === former + 1) runs.at(-1)?.push(name)
    else runs.push([name])
    former = index
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(', '))).join(', ')
}

/** '9:00 am – 5:00 pm' */
export function hoursText(start: string, end: string): string {
  return `${formatClock(start)} – ${formatClock(end)}`
}

/** The form's label for a time zone, else the place in the zone's own name: 'Broken Hill'. */
export function zoneText(zone: string): string {
  return (
    timezones.find(({ value }) => value === zone)?.label ?? zone.replace(/^.*\//, '').replaceAll('_', ' ')
  )
}
