import type { Endpoint } from '#contract/endpoint.ts'
import type { ChangeFeed } from '#server/platform/db/change-feed.ts'
import { bind, type Handler, type Route } from '#server/platform/http/route.ts'
import type { Worker } from '#server/platform/loop.ts'
import type { AppJob, AppListeners, Ctx } from './ctx.ts'

export type AppRoute = Route<Ctx>

/** A module's parts for the composition root. */
export interface AppModule {
  name: string
  routes?: AppRoute[]
  jobs?: AppJob[]
  listeners?: AppListeners
  /** Loops of the worker role, e.g. the dispatcher. */
  workers?: ((worker: WorkerParts) => Worker)[]
  /** Per-process state, in web and worker roles. */
  createRuntime?(parts: RuntimeParts): Runtime
}

export interface RuntimeParts {
  /** A fresh context of the system. */
  ctx(name: string): Ctx
  feed: ChangeFeed
  /** False in a process with the role of a worker, and in tools, whose minutes are not minutes of the website. */
  servesPages: boolean
}

export interface Runtime {
  /** Routes that respond from memory. */
  routes: AppRoute[]
  /** Called after the last response: writes pending data. */
  close(): Promise<void>
}

export interface WorkerParts {
  /** A fresh context of the system for one turn of the loop. */
  ctx(name: string): Ctx
  /** Called when another process or request announces a change of this topic. Returns the unsubscriber. */
  onChange(topic: string, callback: () => void): () => void
}

/** Binds an endpoint of the contract to its handler. */
export function route<E extends Endpoint>(endpoint: E, handle: Handler<Ctx, E>): AppRoute {
  return bind(endpoint, handle)
}

/**
 * Like route(), for a read with the same response for all permitted users: it is computed once for all open screens.
 * @param options.by role: the response is the same only within a role
 */
export function sharedRoute<E extends Endpoint>(
  endpoint: E,
  handle: Handler<Ctx, E>,
  options: { by: 'everybody' | 'role' } = { by: 'everybody' },
): AppRoute {
  return { ...bind(endpoint, handle), shared: options.by }
}
