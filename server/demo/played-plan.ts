import type { Ctx } from '#server/ctx.ts'
import { channelTo } from '#server/modules/messages/queue-message.ts'
import { choiceText } from '#server/modules/telephony/choice-result.rules.ts'
import type { DialRequest } from '#server/providers/ports/voice.ts'
import { answerPlan } from '#server/providers/simulator/plan/answer.ts'
import { type CallPlan, planCall } from '#server/providers/simulator/plan/rules.ts'

/** The plan of a past call as the simulator would have played it: its agent names the channel of the link. */
export async function playedPlan(
  tx: Ctx,
  request: DialRequest,
  broker: { email: string | null },
): Promise<CallPlan> {
  const plan = await planCall(request, 'by-number')
  const step = plan.events.findIndex(({ event }) => event.kind === 'option') + 1
  const chosen = plan.events[step - 1]?.event
  if (chosen?.kind !== 'option' || (chosen.option !== 'option_1' && chosen.option !== 'option_3')) return plan
  const { option } = chosen
  const channel = channelTo(tx, { phone: request.to, email: broker.email }, { simulated: true })
  const message = channel && ({ channel, state: 'under_way' } as const)
  return answerPlan(plan, step, { option, result: choiceText({ option, message }) })
}
