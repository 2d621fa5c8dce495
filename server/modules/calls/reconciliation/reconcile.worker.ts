import type { WorkerParts } from '#server/module.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'
import { reconcile } from './reconcile.ts'

const EVERY_MS = 10_000

/** Reconciles from time to time; several processes may, as each claims the calls that it asks about. */
export function createReconciler(parts: Pick<WorkerParts, 'ctx'>): Worker {
  return createLoop({
    context: () => parts.ctx('reconciler'),
    turn: reconcile,
    everyMs: EVERY_MS,
    failure: 'silent calls could not be reconciled',
  })
}
