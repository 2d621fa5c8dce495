import type { CallResponse } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { choiceText } from './choice-result.rules.ts'
import { viewChoice } from './choice-result.views.ts'

/**
 * The result of a recorded choice, as a sentence for the person. Read from what that transaction wrote: another
 * delivery of the same choice gets the same words.
 */
export async function choiceResult(
  ctx: Ctx,
  { callId, option }: { callId: number; option: CallResponse },
): Promise<string> {
  return choiceText(await viewChoice(ctx, callId, option))
}
