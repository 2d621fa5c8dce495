import type { WorkerParts } from '#server/module.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'
import { countFigures } from './count-figures.ts'

const EVERY_MS = 5_000

/** Every worker process runs it; an advisory lock lets one count at a time. */
export function createFigureCounter({ ctx }: Pick<WorkerParts, 'ctx'>): Worker {
  return createLoop({
    name: 'figures',
    context: () => ctx('figures'),
    turn: countFigures,
    everyMs: EVERY_MS,
    failure: 'the figures were not counted',
  })
}
