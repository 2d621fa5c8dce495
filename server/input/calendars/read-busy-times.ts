import { type NotRead, readInThread } from '#server/input/read-in-thread.ts'
import type { BusyAnswer } from './busy-times.thread.ts'
import type { BusyRequest } from './busy-times.ts'

/** Reads a calendar in a thread of its own. */
export async function readBusyTimes(request: BusyRequest, timeoutMs?: number): Promise<BusyAnswer | NotRead> {
  return readInThread<BusyRequest, BusyAnswer>(
    new URL('./busy-times.thread.ts', import.meta.url),
    request,
    timeoutMs,
  )
}
