import type { FastifyReply } from 'fastify'
import { id as idSchema } from '#contract/ids.ts'
import { cameFromOf } from '#contract/microsites/came-from.ts'
import type { Ctx } from '#server/ctx.ts'
import { signFormTime } from '#server/input/form-check.ts'
import { keyOf, signedBroker } from '#server/modules/brokers/broker-key.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { readStatusToken, statusUrl } from './application-links.rules.ts'
import { applicationBehind } from './drafts.ts'
import { isClosed, isEditable } from './rules.ts'
import { type ApplicationRow, findApplication } from './store.ts'
import { viewDraft, viewSubmission } from './views.ts'

/** The empty form. @param query of the link: its broker is ignored if it is none's id */
export async function sendForm(
  ctx: Ctx,
  query: { broker?: string | undefined } & Record<string, unknown>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const named = idSchema.safeParse(query.broker)
  const brokerKey = keyOf({ key: query.key })
  const [lender, known] = await Promise.all([
    lenderFacts(ctx),
    signedBroker(ctx, { broker: named.data, key: brokerKey }),
  ])
  const { pages } = ctx.providers
  const facts = {
    lender,
    url: formUrl(ctx),
    broker: known,
    brokerKey: known === null ? null : brokerKey,
    cameFrom: cameFromOf(query),
    formTime: signFormTime({ secret: ctx.providers.secret, now: ctx.now() }),
    draft: null,
    isClosed: isClosed(ctx.providers.installation, lender),
  }
  return sendPage(reply, pages.accreditation(facts))
}

/** The form as it was saved; redirects to the status page once the application is submitted. */
export async function sendSavedForm(ctx: Ctx, token: string, reply: FastifyReply): Promise<FastifyReply> {
  const row = await applicationBehind(ctx, token)
  protectAddress(reply)
  if (!row) return sendMissing(ctx, reply)
  if (!isEditable(row.status)) return reply.redirect(statusUrl(ctx.providers, row, ctx.now()), 302)
  const [lender, draft] = await Promise.all([lenderFacts(ctx), viewDraft(ctx, row)])
  const { pages } = ctx.providers
  const facts = {
    lender,
    url: formUrl(ctx),
    broker: row.brokerId,
    brokerKey: null,
    cameFrom: null,
    formTime: signFormTime({ secret: ctx.providers.secret, now: ctx.now() }),
    draft,
    isClosed: isClosed(ctx.providers.installation, lender),
  }
  return sendPage(reply, pages.accreditation(facts))
}

export async function sendStatus(ctx: Ctx, token: string, reply: FastifyReply): Promise<FastifyReply> {
  const row = await submittedBehind(ctx, token)
  protectAddress(reply)
  if (!row) return sendMissing(ctx, reply)
  const lender = await lenderFacts(ctx)
  const facts = { lender, url: formUrl(ctx), submission: await viewSubmission(ctx, row) }
  return sendPage(reply, ctx.providers.pages.applicationStatus(facts))
}

/** The application behind a status link; null for an invalid link. */
export async function submittedBehind(ctx: Ctx, token: string): Promise<ApplicationRow | null> {
  const id = readStatusToken(ctx.providers, token, ctx.now())
  return id === null ? null : ((await findApplication(ctx, id)) ?? null)
}

/** Without the token, because this address is shown in the page and in link previews. */
const formUrl = (ctx: Ctx): string => `${ctx.providers.publicUrl}/accreditation`

/** The address opens personal data, so it must not be cached, indexed or sent as a referrer. */
function protectAddress(reply: FastifyReply): void {
  reply.headers({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  })
}

async function sendMissing(ctx: Ctx, reply: FastifyReply): Promise<FastifyReply> {
  const page = ctx.providers.pages.missing({
    lender: await lenderFacts(ctx),
    url: formUrl(ctx),
    title: 'This link no longer works',
    text: 'It has expired or was not copied in full. Use the link in our latest email, or start a new application.',
  })
  return sendPage(reply.code(404), page)
}

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(html)
