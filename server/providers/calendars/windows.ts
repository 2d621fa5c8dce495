import { z } from 'zod'
import type { CalendarChanges, CalendarEntry, CalendarSpan } from '../ports/calendars.ts'

const storedCursor = z.object({ from: z.iso.datetime(), to: z.iso.datetime(), token: z.string() })

/**
 * A service's token with the window that it was made for. Services report changes only, so that an entry that enters a later
 * window would not be among them.
 */
export const cursorOf = ({ from, to }: CalendarSpan, token: string): string =>
  JSON.stringify({ from: from.toISOString(), to: to.toISOString(), token })

/** @returns the service's token; null where the cursor does not cover the window */
export function tokenFor(
  cursor: string | null,
  window: CalendarSpan,
): { token: string; made: CalendarSpan } | null {
  if (cursor === null) return null
  let json: unknown
  try {
    json = JSON.parse(cursor)
  } catch {
    return null
  }
  const { data } = storedCursor.safeParse(json)
  if (!data) return null
  const made = { from: new Date(data.from), to: new Date(data.to) }
  return made.from <= window.from && window.to <= made.to ? { token: data.token, made } : null
}

/** The part of a time within the window; null: none. */
function within({ from, to }: CalendarSpan, window: CalendarSpan): CalendarSpan | null {
  const start = from > window.from ? from : window.from
  const end = to < window.to ? to : window.to
  return start < end ? { from: start, to: end } : null
}

/** An entry of the service with all its times. */
export type ReadEntry = Required<CalendarEntry>

/** The changes within a window: entries outside it are gone from it. */
export function changesWithin(
  window: CalendarSpan,
  {
    read,
    removed,
    isWhole,
    cursor,
  }: { read: Iterable<ReadEntry>; removed: Iterable<string>; isWhole: boolean; cursor: string },
): CalendarChanges {
  const changed: CalendarEntry[] = []
  const gone = new Set(removed)
  for (const entry of read) {
    const present = entry.spans.filter((span) => within(span, window))
    if (present.length === 0) gone.add(entry.id)
    // the time of a meeting is not cut
    else if (entry.meetingUid !== null) changed.push({ ...entry, spans: present })
    else changed.push({ ...entry, spans: present.flatMap((span) => within(span, window) ?? []) })
  }
  return { isWhole, changed, removed: isWhole ? [] : [...gone], cursor }
}
