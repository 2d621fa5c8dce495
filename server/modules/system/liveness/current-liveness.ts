import type { Ctx } from '#server/ctx.ts'
import { type Liveness, viewLiveness } from './liveness.views.ts'

/** Cache lifetime in milliseconds, so that the load does not grow with the number of screens and monitors. */
const LOOK_EVERY_MS = 5_000

/** The liveness as it was a few seconds ago at most. */
export function createCurrentLiveness(ctx: () => Ctx): () => Promise<Liveness> {
  let seen: { at: number; liveness: Promise<Liveness> } | undefined
  return () => {
    if (!seen || performance.now() - seen.at >= LOOK_EVERY_MS) {
      const liveness = viewLiveness(ctx())
      seen = { at: performance.now(), liveness }
      // a failure is not cached: the next request tries again
      liveness.catch(() => {
        seen = undefined
      })
    }
    return seen.liveness
  }
}
