import { timezones, weekdays } from '#contract/campaigns.ts'

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

/** 'HH:MM' to '9:00 am' */
export function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** '9:00 am – 5:00 pm' */
export function hoursText(start: string, end: string): string {
  return `${clockText(start)} – ${clockText(end)}`
}

/** The form's label for a time zone, else the zone's own name. */
export function zoneText(zone: string): string {
  return timezones.find(({ value }) => value === zone)?.label ?? zone
}
