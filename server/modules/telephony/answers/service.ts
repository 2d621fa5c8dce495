import type { CallResponse } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'

export async function choiceResult(
  _ctx: Ctx,
  _choice: { callId: number; option: CallResponse },
): Promise<string> {
  throw new Error('not built yet')
}
