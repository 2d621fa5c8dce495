import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import type { VendorName } from '../ports/vendors.ts'
import type { VendorFault } from './fault.ts'

/** So many failures in a row, and the vendor is left alone for a while. */
export const FAILURES_TO_OPEN = 5
const FIRST_REST_SECONDS = 15
const LONGEST_REST_SECONDS = 300
/** Longer than any request takes: whoever tries for all and dies holds the others up no longer. */
const TRY_SECONDS = 20
/** Of `busy` without a word on how long. */
const BUSY_SECONDS = 1

/** Until when a vendor is left alone, and what it last said. */
export interface Rest {
  until: Date
  reason: string
}

/**
 * The circuit breaker of one vendor, shared by all processes. While it rests nothing is sent; afterwards one request
 * tries, and the others wait until that one has succeeded.
 */
export interface Breaker {
  /** null: it may be asked. */
  restsUntil(): Promise<Date | null>
  /**
   * Takes leave to ask: the first after a rest takes it for all.
   * @returns null, or until when it rests and why
   */
  enter(): Promise<Rest | null>
  succeeded(): Promise<void>
  /** Not for a refusal that is about the request alone (a wrong number): that is a success, the vendor works. */
  failed(fault: VendorFault): Promise<void>
}

export interface BreakerOptions {
  db: Kysely<DB>
  vendor: VendorName
}

export function createBreaker({ db, vendor }: BreakerOptions): Breaker {
  const read = () =>
    db
      .selectFrom('vendorStates')
      .select(['restsUntil', 'lastFault', sql<boolean>`rests_until > clock_timestamp()`.as('rests')])
      .where('vendor', '=', vendor)
      .executeTakeFirst()

  return {
    async restsUntil() {
      const state = await read()
      return state?.rests ? state.restsUntil : null
    },
    async enter() {
      const state = await read()
      if (!state?.restsUntil) return null
      if (!state.rests && (await tryForAll(db, vendor))) return null
      // somebody else tries: the row now says how long that may take
      const { restsUntil, lastFault } = (state.rests ? state : await read()) ?? {}
      return restsUntil ? { until: restsUntil, reason: lastFault ?? 'It does not answer.' } : null
    },
    async succeeded() {
      await sql`insert into vendor_states (vendor, last_success_at) values (${vendor}, clock_timestamp())
        on conflict (vendor) do update
          set failures = 0, rests_until = null, trying = false, last_success_at = clock_timestamp()
        -- a row that says the same is not written over and over
        where vendor_states.failures > 0 or vendor_states.rests_until is not null
          or vendor_states.last_success_at is null
          or vendor_states.last_success_at < clock_timestamp() - interval '10 seconds'`.execute(db)
    },
    async failed(fault) {
      // asked to wait it waits at once, however often it failed before
      const asked = fault.kind === 'busy' ? (fault.retryAfterSeconds ?? BUSY_SECONDS) : null
      await countFailure(db, { vendor, message: fault.message, asked })
    },
  }
}

/** Takes leave to try once a rest is over. @returns whether it was the first to do so */
async function tryForAll(db: Kysely<DB>, vendor: VendorName): Promise<boolean> {
  const taken = await db
    .updateTable('vendorStates')
    .set({ trying: true, restsUntil: sql`clock_timestamp() + make_interval(secs => ${TRY_SECONDS})` })
    .where('vendor', '=', vendor)
    .where('restsUntil', '<=', sql<Date>`clock_timestamp()`)
    .returning('vendor')
    .execute()
  return taken.length > 0
}

/**
 * Each failure that follows a rest doubles the next one. Those of requests that were under way when the rest began do
 * not: they say the same once more.
 */
async function countFailure(
  db: Kysely<DB>,
  { vendor, message, asked }: { vendor: VendorName; message: string; asked: number | null },
): Promise<void> {
  const late = sql<boolean>`(state.failures >= ${FAILURES_TO_OPEN} and not state.trying
    and state.rests_until > clock_timestamp())`
  const rest = sql`case when state.failures + 1 >= ${FAILURES_TO_OPEN} and not ${late}
    then clock_timestamp() + make_interval(secs => least(${LONGEST_REST_SECONDS},
      ${FIRST_REST_SECONDS} * power(2, least(10, state.failures + 1 - ${FAILURES_TO_OPEN})))) end`
  await sql`insert into vendor_states as state (vendor, failures, rests_until, last_fault, last_fault_at)
    values (${vendor}, 1, clock_timestamp() + make_interval(secs => ${asked}::float8), ${message}, clock_timestamp())
    on conflict (vendor) do update set
      failures = state.failures + case when ${late} then 0 else 1 end,
      last_fault = excluded.last_fault,
      last_fault_at = excluded.last_fault_at,
      trying = false,
      -- what a try was given is no rest
      rests_until = greatest(excluded.rests_until, case when not state.trying then state.rests_until end, ${rest})`.execute(
    db,
  )
}
