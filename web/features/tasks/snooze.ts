/**
 * Poll interval of open tasks in milliseconds: a snooze ends by time alone, which the live stream does not announce.
 */
export const SNOOZE_MS = 60_000

const HOUR_MS = 3_600_000

const snoozes = [
  { label: '2 hours', hours: 2 },
  { label: 'A day', hours: 24 },
  { label: 'A week', hours: 168 },
] as const

/** How long a task can be snoozed for, and until when from now. */
export const snoozeChoices = snoozes.map(({ label, hours }) => ({
  label,
  until: (now: number): string => new Date(now + hours * HOUR_MS).toISOString(),
}))
