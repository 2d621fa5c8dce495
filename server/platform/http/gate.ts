import type { FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** What every request passes before its handler. */
export interface Gate<C> {
  /** Who sends this request, as far as what it asks for lets them in: a broker's token opens nothing of the staff's. */
  authenticate(request: FastifyRequest, access: Access): Promise<Actor>
  /** @throws AppError not_signed_in or forbidden */
  admit(actor: Actor, access: Access): void
  ctx(request: FastifyRequest, actor: Actor): C
  /** Counts a request against the limit of its endpoint. @throws AppError too_many_requests */
  limit(request: FastifyRequest, endpoint: Endpoint): Promise<void>
  /** Before an upload is taken in. @throws AppError no_space */
  requireRoom(): Promise<void>
  /** Without it each response is computed for its request. */
  shared?: SharedAnswers
}
