import { type NotRead, readInThread } from '#server/input/read-in-thread.ts'
import type { ObjectsRequest, ReadObjects } from './calendar-objects.ts'

/** Reads objects of a calendar in a thread of its own. */
export async function readCalendarObjects(
  request: ObjectsRequest,
): Promise<({ ok: true } & ReadObjects) | NotRead> {
  return readInThread<ObjectsRequest, { ok: true } & ReadObjects>(
    new URL('./calendar-objects.thread.ts', import.meta.url),
    request,
  )
}
