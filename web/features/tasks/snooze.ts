/** A snooze ends by time alone, which nobody announces: open tasks are asked for again this often. */
export const SNOOZE_MS = 60_000
