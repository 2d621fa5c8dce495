import type { Ctx } from '#server/ctx.ts'

/** The same context at another time, for past actions of the demo world. */
export function at(ctx: Ctx, instant: Date): Ctx {
  const then: Ctx = {
    ...ctx,
    now: () => instant,
    // inside a transaction already: it is joined, at this time
    tx: (work) => work(then),
    as: (actor) => at(ctx.as(actor), instant),
  }
  return then
}
