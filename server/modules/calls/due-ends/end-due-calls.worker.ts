import type { WorkerParts } from '#server/module.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'
import { endDueCalls } from './end-due-calls.ts'

const EVERY_MS = 3000

/** Ends calls that are due. Several processes may run it, as each claims the calls that it ends. */
export function createCallEnder(parts: Pick<WorkerParts, 'ctx'>): Worker {
  return createLoop({
    name: 'call-ender',
    context: () => parts.ctx('call-ender'),
    turn: endDueCalls,
    everyMs: EVERY_MS,
    failure: 'calls not ended',
  })
}
