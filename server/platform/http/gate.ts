import type { FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** The checks of every request before its handler. */
export interface Gate<C> {
  /** Authenticates the sender for the endpoint's audience: a broker's token gives no access to staff endpoints. */
  authenticate(request: FastifyRequest, access: Access): Promise<Actor>
  /** @throws AppError not_signed_in or forbidden */
  admit(actor: Actor, access: Access): void
  /** @throws AppError confirm_identity where the sender's last proof of identity is too old for this endpoint */
  requireProof?(actor: Actor, endpoint: Endpoint): void
  ctx(request: FastifyRequest, actor: Actor): C
  /** Counts a request against the limit of its endpoint. @throws AppError too_many_requests */
  limit(request: FastifyRequest, endpoint: Endpoint): Promise<void>
  /** Called before an upload is read. @throws AppError no_space */
  requireRoom(): Promise<void>
  /** Without it each response is computed for its request. */
  shared?: SharedAnswers
}
