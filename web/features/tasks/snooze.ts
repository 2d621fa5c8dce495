/**
 * Poll interval of open tasks in milliseconds: a snooze ends by time alone, which the live stream does not announce.
 */
export const SNOOZE_MS = 60_000
