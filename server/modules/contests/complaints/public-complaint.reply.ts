import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicComplaint } from '#contract/contests/complaints.ts'
import type { ComplaintTexts, VerifyState } from '#contract/microsites/verify-page.ts'
import { dateText } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { formSuspicion } from '#server/input/form-check.ts'
import { ANSWER_BYTES, fieldsOf, pageOf } from '#server/modules/messages/verification/verify-page.reply.ts'
import { answerSteadily } from '#server/platform/http/steady-answer.ts'
import { type Limit, takeLimits } from '#server/platform/limits/limits.ts'
import { fileComplaint } from './file-complaint.ts'

/** Of all networks together: more would bury the other complaints. */
const COMPLAINTS: Limit = {
  name: 'complaints.public',
  max: 200,
  minutes: 60,
  message: () => 'Very many complaints have just arrived. Please call us instead.',
}

/**
 * Files the complaint of a visitor. Whether the number is one of our brokers makes a difference to the work, so that the
 * answer waits like that to a check of a code. @throws AppError too_many_requests
 */
export async function sendPublicComplaint(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const startedAt = performance.now()
  const html = await pageOf(ctx, await file(ctx, fieldsOf(request)))
  await answerSteadily(reply, { html, startedAt, bytes: ANSWER_BYTES, status: 200 })
}

async function file(ctx: Ctx, given: Record<string, string>): Promise<VerifyState> {
  const { data, error } = publicComplaint.safeParse({ words: '', ...given })
  if (!data) {
    const { words = '', name = '', email = '', phone = '' } = given
    const fields: ComplaintTexts['fields'] = {}
    for (const { path, message } of error.issues) {
      const [field] = path
      if (field === 'words' || field === 'name' || field === 'email' || field === 'phone')
        fields[field] ??= message
    }
    return { kind: 'not_complained', words, name, email, phone, fields }
  }
  await takeLimits(ctx, [COMPLAINTS, 'all'])
  const { formCheck, formTime, ...complaint } = data
  const clock = { secret: ctx.providers.secret, now: ctx.now() }
  const suspicion = formSuspicion({ formCheck, formTime }, clock)
  const { dueOn } = await fileComplaint(ctx, { ...complaint, channel: 'verify', suspicion })
  return { kind: 'complained', answerBy: dateText(dueOn) }
}
