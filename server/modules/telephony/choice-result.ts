import type { CallResponse } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { choiceText } from './choice-result.rules.ts'
import { viewChoice } from './choice-result.views.ts'

/**
 * What came of a choice that was taken in, to be said to the person. Read from what that transaction wrote: another
 * delivery of the same choice gets the same words.
 */
export async function choiceResult(
  ctx: Ctx,
  { callId, option }: { callId: number; option: CallResponse },
): Promise<string> {
  return choiceText(await viewChoice(ctx, callId, option))
}
