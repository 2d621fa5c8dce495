import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { findLogo } from './brand.views.ts'

const HASH = /^[0-9a-f]{64}$/

/** Sends a logo, cacheable for ever: its address is the hash of its bytes. @throws AppError not_found */
export async function sendLogo(ctx: Ctx, hash: string, reply: FastifyReply): Promise<FastifyReply> {
  const logo = HASH.test(hash) ? await findLogo(ctx, hash) : undefined
  if (!logo) throw notFound('Logo')
  return (
    reply
      .type(logo.mediaType)
      .header('cache-control', 'public, max-age=31536000, immutable')
      // opened directly, the picture runs no scripts, whatever its bytes contain
      .header('content-security-policy', "default-src 'none'; sandbox")
      // programs for mail show it on pages of their own
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(logo.bytes)
  )
}
