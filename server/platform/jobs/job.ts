import type { z } from 'zod'

export interface JobOptions {
  /** Not before this instant; defaults to now. */
  runAt?: Date
  /** Jobs with the same key replace each other while they wait. */
  key?: string
  maxAttempts?: number
  /** Trace that the job continues, where another than the one under way: a stored traceparent. */
  trace?: string | null
}

/** A kind of background job: carries ids, is checked, claims first, is safe to run twice. */
export interface JobDefinition<Payload> {
  name: string
  schema: z.ZodType<Payload>
  maxAttempts: number
}

export function defineJob<Payload>(
  name: string,
  schema: z.ZodType<Payload>,
  options: { maxAttempts?: number } = {},
): JobDefinition<Payload> {
  return { name, schema, maxAttempts: options.maxAttempts ?? 10 }
}

/** A job with the function that does it; `C` is the context it gets. */
export interface JobHandler<C> {
  name: string
  /** Cron expression (UTC) for periodic work; the slot is part of the job, so that processes never run it twice. */
  cron?: string
  run(ctx: C, payload: unknown): Promise<void>
}

export function handleJob<C, Payload>(
  job: JobDefinition<Payload>,
  run: (ctx: C, payload: Payload) => Promise<void>,
  options: { cron?: string } = {},
): JobHandler<C> {
  return { name: job.name, cron: options.cron, run: (ctx, payload) => run(ctx, job.schema.parse(payload)) }
}
