import type { WorkerParts } from '#server/module.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'
import { reconcile } from './reconcile.ts'

const EVERY_MS = 10_000

/** Reconciles periodically. Several processes may run it, as each claims the calls that it looks up. */
export function createReconciler(parts: Pick<WorkerParts, 'ctx'>): Worker {
  return createLoop({
    name: 'reconciler',
    context: () => parts.ctx('reconciler'),
    turn: reconcile,
    everyMs: EVERY_MS,
    failure: 'reconciliation failed',
  })
}
