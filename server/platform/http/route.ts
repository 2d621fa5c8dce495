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
   * For multipart endpoints that are idempotent: runs `work` once per Idempotency-Key. `content` identifies equal
   * uploads, e.g. by the file's hash. JSON endpoints are idempotent without it.
   */
  once<T>(content: unknown, work: () => Promise<T>): Promise<T>
}

type Json<E extends Endpoint> = ReturnsOf<E> extends (infer Item)[] ? Item[] | Page<Item> : ReturnsOf<E>

/** A handler's result: the JSON response, or, where the endpoint declares none, the reply itself. */
export type HandlerAnswer<E extends Endpoint> = E['returns'] extends z.ZodUndefined ? unknown : Json<E>

export type Handler<C, E extends Endpoint> = (args: HandlerArgs<C, E>) => Promise<HandlerAnswer<E>>

/** An endpoint of the contract with the function that answers it. */
export interface Route<C> {
  endpoint: Endpoint
  handle(args: HandlerArgs<C, Endpoint>): Promise<unknown>
  /**
   * Returns a response from memory; null: call the handler. Only for public responses that are the same for all
   * clients.
   */
  direct?(request: FastifyRequest): DirectAnswer | null
  /**
   * Validates rules of a body that its schema cannot express, by field. Called when the schema refuses the body, so
   * that one response lists all errors. The handler checks the same rules.
   */
  faults?(body: unknown): Record<string, string>
  /**
   * The response is the same for all permitted users, or for all users of one role: concurrent requests may share it.
   */
  shared?: 'everybody' | 'role'
  /**
   * Called by a vendor, which does not read the changed data here: session cache and shared responses are kept, and
   * open screens are notified with the usual delay. See `bindCallback`.
   */
  isCallback?: true
}

/**
 * Binds an endpoint that a vendor calls, perhaps hundreds of times a second: responses skip browser features such as
 * compression.
 * @param answer receives the raw body; its errors are handled as in any route
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
