import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import { type DirectAnswer, writeDirectly } from './direct-answer.ts'
import type { Page } from './page.ts'

export interface HandlerArgs<C, E extends Endpoint> {
  ctx: C
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  request: FastifyRequest
  reply: FastifyReply
  /**
   * For multipart endpoints that are idempotent: does `work` once per Idempotency-Key, `content` being what makes
   * two uploads the same (e.g. the file's hash). JSON endpoints get this by themselves.
   */
  once<T>(content: unknown, work: () => Promise<T>): Promise<T>
}

type Json<E extends Endpoint> = ReturnsOf<E> extends (infer Item)[] ? Item[] | Page<Item> : ReturnsOf<E>

/** What a handler gives back: the JSON answer, or, where the endpoint declares none, the reply it wrote to. */
export type HandlerAnswer<E extends Endpoint> = E['returns'] extends z.ZodUndefined ? unknown : Json<E>

export type Handler<C, E extends Endpoint> = (args: HandlerArgs<C, E>) => Promise<HandlerAnswer<E>>

/** An endpoint of the contract with the function that answers it. */
export interface Route<C> {
  endpoint: Endpoint
  handle(args: HandlerArgs<C, Endpoint>): Promise<unknown>
  /** Answers a request from memory; null: the handler has to. Only for what is public, the same for everybody. */
  direct?(request: FastifyRequest): DirectAnswer | null
  /**
   * What is wrong in a body beside what its schema says, by field: asked where the schema refuses it, so that a person
   * hears of everything in one round. The handler refuses the same by itself.
   */
  faults?(body: unknown): Record<string, string>
  /** The answer is the same for everybody who may ask, or for those of one role: who asks at the same time may share it. */
  shared?: 'everybody' | 'role'
  /**
   * Called by a vendor, which does not read here what it changed: known sessions and shared answers are kept, and open screens
   * hear of the change as of any other. See `bindCallback`.
   */
  isCallback?: true
}

/**
 * Binds an endpoint that a vendor calls, perhaps hundreds of times a second: it is answered without what only a browser needs,
 * such as compression.
 * @param answer works on what the vendor sent as it came; what it throws is answered as everywhere
 */
export function bindCallback<C>(
  endpoint: Endpoint,
  answer: (ctx: C, request: FastifyRequest) => Promise<DirectAnswer>,
): Route<C> {
  return {
    endpoint,
    isCallback: true,
    async handle({ ctx, request, reply }) {
      writeDirectly(reply, await answer(ctx, request), request.server.protection.forPrograms)
    },
  }
}

/** Binds an endpoint to its handler, typed from the contract. */
export function bind<C, E extends Endpoint>(endpoint: E, handle: Handler<C, E>): Route<C> {
  // the server validates params, query and body by this very endpoint before it calls the handler
  return { endpoint, handle: handle as Route<C>['handle'] }
}
