import { createThreadReader } from '#server/input/read-in-thread.ts'
import type { ObjectsRequest, ReadObjects } from './calendar-objects.ts'

const IDLE_MS = 60_000

/** Reads objects of calendars in a thread. */
export const readCalendarObjects = createThreadReader<ObjectsRequest, { ok: true } & ReadObjects>(
  new URL('./calendar-objects.thread.ts', import.meta.url),
  IDLE_MS,
)
