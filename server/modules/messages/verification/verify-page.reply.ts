import type { FastifyReply, FastifyRequest } from 'fastify'
import { reportForm, verifyForm } from '#contract/messages/verification.ts'
import type { VerifyState } from '#contract/microsites/verify-page.ts'
import type { Ctx } from '#server/ctx.ts'
import { signFormTime } from '#server/input/form-check.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { answerSteadily } from '#server/platform/http/steady-answer.ts'
import { lenderFacts } from '../queue-message.ts'
import { viewPublishedNumbers } from './published-numbers.views.ts'
import { reportContact } from './report-contact.ts'
import { type Verified, verifyContact } from './verify-contact.ts'

/** More than any answer needs. */
export const ANSWER_BYTES = 16_384
const MINUTE_SECONDS = 60

export async function sendVerifyPage(ctx: Ctx, reply: FastifyReply): Promise<FastifyReply> {
  return reply
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'same-origin')
    .send(await pageOf(ctx, { kind: 'asks' }))
}

/** The answer to a number and a code. */
export async function sendVerified(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const startedAt = performance.now()
  const given = verifyForm.safeParse(fieldsOf(request)).data ?? { number: '', code: '' }
  const verified = await verifyContact(ctx, given)
  const html = await pageOf(ctx, stateOf(verified, given))
  await answerSteadily(reply, {
    ...{ html, startedAt, bytes: ANSWER_BYTES },
    status: verified.kind === 'limited' ? 429 : 200,
  })
}

/** The answer to a report. */
export async function sendReported(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const given = reportForm.safeParse(fieldsOf(request)).data ?? { number: '', code: '', details: '' }
  const isReported = await reportContact(ctx, given)
  return reply
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'same-origin')
    .send(await pageOf(ctx, isReported ? { kind: 'reported' } : { kind: 'not_reported', ...given }))
}

/** The page in this state, for its other forms too. */
export async function pageOf(ctx: Ctx, state: VerifyState): Promise<string> {
  const { pages, publicUrl, secret } = ctx.providers
  const [lender, numbers] = [await lenderFacts(ctx), await viewPublishedNumbers(ctx)]
  const { calls, sms, email } = numbers
  return pages.verify({
    formTime: signFormTime({ secret, now: ctx.now() }),
    ...{ lender, state, url: `${publicUrl}/verify` },
    numbers: { calls: calls.map(formatPhone), sms: sms.map(formatPhone), email },
  })
}

function stateOf(verified: Verified, given: { number: string; code: string }): VerifyState {
  switch (verified.kind) {
    case 'found': {
      const { name, at, from, about, product, zone } = verified.contact
      return {
        ...{ kind: 'found', contact: name.kind, to: formatPhone(verified.phone), at: at.toISOString() },
        ...{ from: from && formatPhone(from), about, product, zone },
      }
    }
    case 'limited':
      return { kind: 'limited', minutes: Math.ceil(verified.seconds / MINUTE_SECONDS) }
    default:
      return { ...verified, ...given }
  }
}

/** The fields of a browser's form. */
export function fieldsOf({ body }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : ''))
}
