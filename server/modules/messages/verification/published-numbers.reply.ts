import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { publicJwk, signJson } from '#server/platform/crypto/signed-json.ts'
import { lenderFacts } from '../queue-message.ts'
import { viewPublishedNumbers } from './published-numbers.views.ts'

const PURPOSE = 'published numbers'
const DAY_SECONDS = 86_400
/** How long a copy of the list counts. */
const VALID_DAYS = 7
const CACHING = 'public, max-age=3600'

/** The list as a JWS. Its times are those of the day, so that copies agree. */
export async function sendPublishedNumbers(ctx: Ctx, reply: FastifyReply): Promise<FastifyReply> {
  const { publicUrl, secret } = ctx.providers
  const { name, legalName, abn, contactPhone } = await lenderFacts(ctx)
  const today = Math.floor(ctx.now().getTime() / 1000 / DAY_SECONDS) * DAY_SECONDS
  const list = {
    ...{ iss: publicUrl, iat: today, exp: today + VALID_DAYS * DAY_SECONDS },
    lender: { name, legalName, abn, contactPhone },
    ...(await viewPublishedNumbers(ctx)),
    verify: `${publicUrl}/verify`,
  }
  return reply
    .type('application/jose+json')
    .header('cache-control', CACHING)
    .send(JSON.stringify(signJson(secret, PURPOSE, list)))
}

export async function sendPublishedKey({ providers }: Ctx, reply: FastifyReply): Promise<FastifyReply> {
  return reply
    .type('application/jwk-set+json')
    .header('cache-control', CACHING)
    .send(JSON.stringify({ keys: [publicJwk(providers.secret, PURPOSE)] }))
}
