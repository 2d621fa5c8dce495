import type { Ctx } from '#server/ctx.ts'
import { type Liveness, viewLiveness } from './liveness.views.ts'

/** However many screens and monitors ask, it is looked at this often. */
const LOOK_EVERY_MS = 5_000

/** The liveness as it was a few seconds ago at most. */
export function createCurrentLiveness(ctx: () => Ctx): () => Promise<Liveness> {
  let seen: { at: number; liveness: Promise<Liveness> } | undefined
  return () => {
    if (!seen || performance.now() - seen.at >= LOOK_EVERY_MS) {
      const liveness = viewLiveness(ctx())
      seen = { at: performance.now(), liveness }
      // a failure is told once, and looked at again by the next one who asks
      liveness.catch(() => {
        seen = undefined
      })
    }
    return seen.liveness
  }
}
