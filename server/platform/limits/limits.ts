import { createHmac } from 'node:crypto'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import { networkOf } from './networks.ts'

/**
 * A limit over all processes, counted in the database.
 *
 *     const MAILS: Limit = { name: 'bookings.mails', max: 5, minutes: 60 }
 *     await takeLimits(ctx, [MAILS, email.toLowerCase()], [VISITORS, networkOf(ip)])
 *
 * Take it before the work and outside `ctx.tx`: a use still counts when the work fails. A subject that has used up a
 * limit waits `minutes` from the last use. Nothing is counted with RATE_LIMITS=off.
 */
export interface Limit {
  /** Unique; `<module>.<what>`. */
  name: string
  max: number
  minutes: number
  /** The sentence of the 429. @param wait e.g. '3 minutes' */
  message?: (wait: string) => string
}

/** A limit and its subject: an address, a network, an account. Stored as a hash. */
export type Use = readonly [limit: Limit, subject: string]

/** The parts of a context that limits need. */
export interface LimitCtx {
  db: QueryExecutorProvider
  now(): Date
  readonly inTransaction?: boolean
  providers: { secret: string; installation: { rateLimits: boolean } }
}

/**
 * Uses each limit once, in this order; limits after an exhausted one are not counted.
 * @throws AppError too_many_requests with the time to wait
 */
export async function takeLimits(ctx: LimitCtx, ...uses: Use[]): Promise<void> {
  for (const use of uses) {
    const seconds = await tryLimit(ctx, use)
    if (seconds > 0) throw limitReached(use[0], seconds)
  }
}

/** Counts a request against the limit that the contract gives its endpoint, by network. @throws AppError too_many_requests */
export async function takeEndpointLimit(
  ctx: LimitCtx,
  { method, path, limit }: Endpoint,
  ip: string,
): Promise<void> {
  if (!limit) return
  const { requests: max, minutes } = limit
  await takeLimits(ctx, [{ name: `${method} ${path}`, max, minutes }, networkOf(ip)])
}

/** Uses a limit once. @returns the seconds to wait where it is used up; 0: taken */
export async function tryLimit(ctx: LimitCtx, use: Use): Promise<number> {
  return (await takeLimit(ctx, use)).seconds
}

/** Uses a limit once. @returns the seconds to wait, 0 where it was taken, and whether that was the `last` that it had */
export async function takeLimit(ctx: LimitCtx, use: Use): Promise<{ seconds: number; last: boolean }> {
  // thrown even where limits are off, as in most tests, so that tests find the mistake
  if (ctx.inTransaction) throw new Error(`limit ${use[0].name}: take it before the transaction`)
  if (!ctx.providers.installation.rateLimits) return { seconds: 0, last: false }
  const [{ max, minutes }] = use
  const [key, now] = [keyOf(ctx, use), ctx.now()]
  // a request beyond the limit costs a read and writes nothing
  const { rows } = await sql<{ taken: boolean; used: number; endsAt: Date }>`
    with state as (
      select used, ends_at from rate_limits where key = ${key}
    ), taken as (
      insert into rate_limits as kept (key, used, ends_at)
      select ${key}::bytea, 1, ${end(now, minutes)}::timestamptz
      where not exists (select from state where used >= ${max} and ends_at > ${now})
      on conflict (key) do update set
        used = case when kept.ends_at <= ${now} then 1 else kept.used + 1 end,
        ends_at = case when kept.ends_at <= ${now} or kept.used + 1 >= ${max} then excluded.ends_at
          else kept.ends_at end
      where kept.ends_at <= ${now} or kept.used < ${max}
      returning kept.used, kept.ends_at
    )
    select true as taken, used, ends_at from taken
    union all select false, used, ends_at from state where not exists (select from taken)`.execute(ctx.db)
  const [row] = rows
  if (row?.taken) return { seconds: 0, last: row.used >= max }
  // without a row somebody else has just made and used it up
  return { seconds: Math.max(1, secondsUntil(row?.endsAt ?? end(now, minutes), now)), last: false }
}

/** Seconds to wait until the limit can be used again; 0 when it can. Counts nothing. */
export async function waitFor(ctx: LimitCtx, use: Use): Promise<number> {
  return (await waitForAny(ctx, [use]))?.seconds ?? 0
}

/** The limit that has to be waited for longest; null where each can be used. Counts nothing. */
export async function waitForAny(
  ctx: LimitCtx,
  uses: readonly Use[],
): Promise<{ limit: Limit; seconds: number } | null> {
  if (!ctx.providers.installation.rateLimits || uses.length === 0) return null
  const now = ctx.now()
  const { rows } = await sql<{ at: number; endsAt: Date }>`
    select at, ends_at from (values ${sql.join(
      uses.map((use, at) => sql`(${at}::int, ${keyOf(ctx, use)}::bytea, ${use[0].max}::int)`),
    )}) as asked (at, key, max)
    join rate_limits using (key)
    where used >= max and ends_at > ${now}
    order by ends_at desc limit 1`.execute(ctx.db)
  const [row] = rows
  const limit = row && uses[row.at]?.[0]
  return limit ? { limit, seconds: secondsUntil(row.endsAt, now) } : null
}

/** Gives back all that was used of a limit, unless it is used up. @returns seconds to wait where it is */
export async function clearLimit(ctx: LimitCtx, use: Use): Promise<number> {
  if (!ctx.providers.installation.rateLimits) return 0
  // waits for concurrent uses of the row, then decides on the remaining count
  await sql`delete from rate_limits
    where key = ${keyOf(ctx, use)} and (used < ${use[0].max} or ends_at <= ${ctx.now()})`.execute(ctx.db)
  return waitFor(ctx, use)
}

/** Gives back all that was used of a limit, also where it is used up. */
export async function resetLimit(ctx: LimitCtx, use: Use): Promise<void> {
  await sql`delete from rate_limits where key = ${keyOf(ctx, use)}`.execute(ctx.db)
}

export function limitReached({ message }: Pick<Limit, 'message'>, seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60)
  const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return new AppError(
    'too_many_requests',
    message?.(wait) ?? `Too many requests came from your network. Try again in ${wait}.`,
    { retryAfter: seconds },
  )
}

/** Deletes expired limits. */
export async function deleteEndedLimits<Schema>(db: Kysely<Schema>, now: Date): Promise<void> {
  await sql`delete from rate_limits where ends_at <= ${now}`.execute(db)
}

/** The stored form of a subject: the table reveals no addresses or networks. */
export function hashSubject(
  { providers }: Pick<LimitCtx, 'providers'>,
  name: string,
  subject: string,
): Buffer {
  return createHmac('sha256', providers.secret).update(`limit:${name}\0${subject}`).digest().subarray(0, 16)
}

const keyOf = (ctx: LimitCtx, [{ name }, subject]: Use): Buffer => hashSubject(ctx, name, subject)
const end = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
const secondsUntil = (instant: Date, now: Date): number =>
  Math.ceil((instant.getTime() - now.getTime()) / 1000)
