import type { contestByLink as endpoint } from '#contract/contests/contest-links.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { formSuspicion } from '#server/input/form-check.ts'
import { personOfDecisions } from '#server/modules/brokers/decisions-link.ts'
import { AppError } from '#server/platform/errors.ts'
import { findContact } from './contact.views.ts'
import { contestDecision } from './contest-decision.ts'
import { dueDay } from './contest-words.rules.ts'

export const LINK_GONE =
  'This link no longer works. It has expired or was not copied in full. Use the link in our latest message.'

/**
 * A contest of the person named by the link. A form that a program may have sent is kept with that remark.
 * @throws AppError not_found, conflict
 */
export async function contestByLink(
  ctx: Ctx,
  token: string,
  { kind, reference, reason, formCheck, formTime }: BodyOf<typeof endpoint>,
): Promise<ReturnsOf<typeof endpoint>> {
  const person = await personOfDecisions(ctx, token)
  if (!person) throw new AppError('not_found', LINK_GONE)
  const clock = { secret: ctx.providers.secret, now: ctx.now() }
  const suspicion = formSuspicion({ formCheck, formTime }, clock)
  await contestDecision(ctx, person, { kind, reference, reason, via: 'link', suspicion })
  const ids = { brokerId: null, applicationId: null, ...person }
  const { email } = await findContact(ctx, ids)
  return { dueOn: dueDay(kind, sydneyDate(ctx.now())), byEmail: email !== null }
}
