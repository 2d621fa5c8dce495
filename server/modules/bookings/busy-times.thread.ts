import { parentPort, workerData } from 'node:worker_threads'
import { errorLine } from '#server/platform/startup-error.ts'
import { type BusyRequest, busyTimes, NotACalendar } from './busy-times.rules.ts'
import type { Busy } from './slots.rules.ts'

export type BusyAnswer = { ok: true; spans: Busy[] } | { ok: false; reason: string }

if (parentPort === null) throw new Error('busy-worker.ts runs in a worker thread only; use thread.ts')

function answer(): BusyAnswer {
  try {
    return { ok: true, spans: busyTimes(workerData as BusyRequest) } // thread.ts is the only one to start this
  } catch (error) {
    const reason =
      error instanceof NotACalendar ? error.message : `It could not be read: ${errorLine(error)}.`
    return { ok: false, reason }
  }
}

parentPort.postMessage(answer())
