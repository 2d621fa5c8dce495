import type { Ctx } from '#server/ctx.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import { choiceText } from './choice-result.rules.ts'
import { type MadeChoice, viewChoices } from './choice-result.views.ts'

interface Question {
  ctx: Ctx
  made: MadeChoice
}

/** Batches concurrent requests so that they share their reads. */
const texts = inBatches(async (_db: Ctx['db'], questions: readonly Question[]) => {
  const [first] = questions
  if (!first) return new Map<Question, string>()
  const choices = await viewChoices(
    first.ctx,
    questions.map(({ made }) => made),
  )
  return new Map(
    questions.flatMap((question, index): [Question, string][] => {
      const choice = choices[index]
      return choice ? [[question, choiceText(choice)]] : []
    }),
  )
})

/**
 * The result of a recorded choice, as a sentence for the person. Read from what that transaction wrote: another
 * delivery of the same choice gets the same words.
 */
export async function choiceResult(ctx: Ctx, made: MadeChoice): Promise<string> {
  const text = await texts(ctx.db, { ctx, made })
  if (text === undefined) throw new Error(`nothing is known of the choice in call ${made.callId}`)
  return text
}
