import { type Kysely, sql } from 'kysely'
import type { VendorId } from '#contract/calls/vendors.ts'
import type { DB } from '#server/schema.gen.ts'
import type { VendorFault } from './fault.ts'

/** Consecutive failures that open the breaker. */
export const FAILURES_TO_OPEN = 5
const FIRST_REST_SECONDS = 15
const LONGEST_REST_SECONDS = 300
/** Longer than any request takes: a process that dies during its trial blocks the others no longer than this. */
const TRIAL_SECONDS = 20
/** The pause after `busy` without a Retry-After. */
const BUSY_SECONDS = 1

/** Until when the breaker is open, and the vendor's last error. */
export interface Rest {
  until: Date
  reason: string
}

/**
 * The circuit breaker of one vendor, shared by all processes. While it is open (resting) nothing is sent; then one
 * trial request is sent, and the others wait until it has succeeded.
 */
export interface Breaker {
  /** null: requests may be sent. */
  restsUntil(): Promise<Date | null>
  /**
   * Claims permission to send: after a rest only the first caller gets it, as the trial.
   * @returns null, or until when the breaker is open and why
   */
  enter(): Promise<Rest | null>
  succeeded(): Promise<void>
  /** Not for a refusal of this request alone (a wrong number): that counts as a success, since the vendor works. */
  failed(fault: VendorFault): Promise<void>
}

export interface BreakerOptions {
  db: Kysely<DB>
  vendor: VendorId
}

export function createBreaker({ db, vendor }: BreakerOptions): Breaker {
  const read = () =>
    db
      .selectFrom('vendorStates')
      .select(['restsUntil', 'lastFault', sql<boolean>`rests_until > statement_timestamp()`.as('rests')])
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
      if (!state.rests && (await claimTrial(db, vendor))) return null
      // another request is the trial: the row now holds its deadline
      const { restsUntil, lastFault } = (state.rests ? state : await read()) ?? {}
      return restsUntil ? { until: restsUntil, reason: lastFault ?? 'It does not answer.' } : null
    },
    async succeeded() {
      await sql`insert into vendor_states (vendor, last_success_at) values (${vendor}, clock_timestamp())
        on conflict (vendor) do update
          set failures = 0, rests_until = null, trying = false, last_success_at = clock_timestamp()
        -- an unchanged row is not rewritten each time
        where vendor_states.failures > 0 or vendor_states.rests_until is not null
          or vendor_states.last_success_at is null
          or vendor_states.last_success_at < statement_timestamp() - interval '10 seconds'`.execute(db)
    },
    async failed(fault) {
      // a request to wait takes effect immediately, whatever the failure count
      const waitSeconds = fault.kind === 'busy' ? (fault.retryAfterSeconds ?? BUSY_SECONDS) : null
      await countFailure(db, { vendor, message: fault.message, waitSeconds })
    },
  }
}

/** Claims the trial once the rest is over. @returns whether this caller got it */
async function claimTrial(db: Kysely<DB>, vendor: VendorId): Promise<boolean> {
  const claimed = await db
    .updateTable('vendorStates')
    .set({ trying: true, restsUntil: sql`clock_timestamp() + make_interval(secs => ${TRIAL_SECONDS})` })
    .where('vendor', '=', vendor)
    .where('restsUntil', '<=', sql<Date>`statement_timestamp()`)
    .returning('vendor')
    .execute()
  return claimed.length > 0
}

/**
 * Each failure after a rest doubles the next rest. Failures of requests that were in flight when it began are not
 * counted: they have the same cause.
 */
async function countFailure(
  db: Kysely<DB>,
  { vendor, message, waitSeconds }: { vendor: VendorId; message: string; waitSeconds: number | null },
): Promise<void> {
  const late = sql<boolean>`(state.failures >= ${FAILURES_TO_OPEN} and not state.trying
    and state.rests_until > statement_timestamp())`
  const rest = sql`case when state.failures + 1 >= ${FAILURES_TO_OPEN} and not ${late}
    then clock_timestamp() + make_interval(secs => least(${LONGEST_REST_SECONDS},
      ${FIRST_REST_SECONDS} * power(2, least(10, state.failures + 1 - ${FAILURES_TO_OPEN})))) end`
  await sql`insert into vendor_states as state (vendor, failures, rests_until, last_fault, last_fault_at)
    values (${vendor}, 1, clock_timestamp() + make_interval(secs => ${waitSeconds}::float8), ${message}, clock_timestamp())
    on conflict (vendor) do update set
      failures = state.failures + case when ${late} then 0 else 1 end,
      last_fault = excluded.last_fault,
      last_fault_at = excluded.last_fault_at,
      trying = false,
      -- a trial's deadline is not a rest
      rests_until = greatest(excluded.rests_until, case when not state.trying then state.rests_until end, ${rest})`.execute(
    db,
  )
}
