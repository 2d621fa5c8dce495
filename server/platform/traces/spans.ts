// Spans of the work of this process, without the OpenTelemetry SDK: it is loaded only where traces are sent (otlp-traces.ts).

import { AsyncLocalStorage } from 'node:async_hooks'
import { errorCode } from '#server/platform/startup-error.ts'

/** Never personal data: names of routes, jobs and vendors, our ids, states. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanStart {
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal'
  attributes?: Attributes
  /** W3C traceparent of the span that caused this one; null: this one begins a trace. */
  parent?: string | null
  /** W3C traceparent of a span in another trace that led to this one. */
  link?: string | null
  /** Defaults to now. */
  startedAt?: Date
}

export interface SpanEnd {
  attributes?: Attributes
  /** Kind of the error, without its message, which may contain personal data; null or absent: none. */
  error?: string | null
}

export interface Span {
  /** As it is stored with rows whose later work continues the trace. */
  readonly traceparent: string
  end(end?: SpanEnd): void
}

export interface Tracing {
  start(span: SpanStart): Span
  /** Sends the spans that wait, within a few seconds. */
  close(): Promise<void>
}

/** Steps of one span that get a span each: a job may run thousands of statements. */
const MAX_STEPS = 100

/** The span of an asynchronous context. That of a callback starts late, when the trace that it belongs to is read. */
export class Scope {
  readonly tracing: Tracing
  readonly #start: SpanStart
  #span: Span | null = null
  #steps = 0

  constructor(tracing: Tracing, start: SpanStart) {
    this.tracing = tracing
    this.#start = { startedAt: new Date(), ...start }
  }

  get span(): Span {
    this.#span ??= this.tracing.start(this.#start)
    return this.#span
  }

  /** Has an effect only before the span has started. */
  continue(parent: string | null): void {
    this.#span ??= this.tracing.start({ ...this.#start, parent })
  }

  run<T>(work: () => T): T {
    return scopes.run(this, work)
  }

  /** Of a callback the first steps are left out: they find the trace that it belongs to. */
  get takesStep(): boolean {
    return this.#span !== null && this.#steps < MAX_STEPS
  }

  noteStep(start: Omit<SpanStart, 'parent'>, end: SpanEnd): void {
    this.#steps += 1
    this.tracing.start({ ...start, parent: this.span.traceparent }).end(end)
  }
}

const scopes = new AsyncLocalStorage<Scope>()

/** The span under way, to be stored with a row; null: none, e.g. because traces are off. */
export const activeTrace = (): string | null => scopes.getStore()?.span.traceparent ?? null

/** In a vendor's callback: its span becomes part of the trace that was stored with the row that it concerns. */
export const continueTrace = (stored: string | null): void => scopes.getStore()?.continue(stored)

/** For work that several spans share and that belongs to none of them. */
export const outsideTrace = <T>(work: () => T): T => scopes.exit(work)

/** Work in a span of its own. @param tracing null: traces are off */
export function inSpan<T>(
  tracing: Tracing | null,
  start: SpanStart,
  work: () => Promise<T>,
  endOf?: (value: T) => SpanEnd,
): Promise<T> {
  return tracing ? traced(tracing, start, work, endOf) : work()
}

async function traced<T>(
  tracing: Tracing,
  start: SpanStart,
  work: () => Promise<T>,
  endOf?: (value: T) => SpanEnd,
): Promise<T> {
  const scope = new Scope(tracing, start)
  const { span } = scope
  try {
    const value = await scope.run(work)
    span.end(endOf?.(value))
    return value
  } catch (error) {
    span.end({ error: errorKind(error) })
    throw error
  }
}

/** As inSpan(), below the span under way; without one it is only the work. */
export function inChildSpan<T>(
  start: Omit<SpanStart, 'parent'>,
  work: () => Promise<T>,
  endOf?: (value: T) => SpanEnd,
): Promise<T> {
  const outer = scopes.getStore()
  if (!outer) return work()
  return inSpan(outer.tracing, { ...start, parent: outer.span.traceparent }, work, endOf)
}

/** A step below the span under way that has ended, e.g. a statement. @param describe called only where there is one */
export function noteStep(describe: () => { start: Omit<SpanStart, 'parent'>; end: SpanEnd }): void {
  const scope = scopes.getStore()
  if (!scope?.takesStep) return
  const { start, end } = describe()
  scope.noteStep(start, end)
}

/** A request to an address outside. Its host is not recorded: that of a person's calendar may name them. */
export const inRequestSpan = <T extends { statusCode?: number | undefined }>(
  method: string,
  work: () => Promise<T>,
): Promise<T> =>
  inChildSpan(
    { name: `${method} external`, kind: 'client', attributes: { 'http.request.method': method } },
    work,
    ({ statusCode = 0 }) => ({
      attributes: { 'http.response.status_code': statusCode },
      error: statusCode >= 400 ? String(statusCode) : null,
    }),
  )

export const errorKind = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.constructor.name : 'Error')
