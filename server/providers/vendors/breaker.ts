import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import type { VendorFault } from './fault.ts'
import type { VendorName } from './port.ts'

/** So many failures in a row, and the vendor is left alone for a while. */
export const FAILURES_TO_OPEN = 5
const FIRST_REST_SECONDS = 15
const LONGEST_REST_SECONDS = 300

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
  enter(): Promise<{ until: Date; reason: string } | null>
  succeeded(): Promise<void>
  /** A refusal that is about the request alone (a wrong number) is a success: the vendor works. */
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
      .select([
        'failures',
        'restsUntil',
        'lastFault',
        sql<boolean>`rests_until > clock_timestamp()`.as('rests'),
      ])
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
      const reason = state.lastFault ?? 'It does not answer.'
      if (state.rests) return { until: state.restsUntil, reason }
      // its rest is over: one tries, for as long as the next rest would be
      const tried = await db
        .updateTable('vendorStates')
        .set({ restsUntil: sql`clock_timestamp() + make_interval(secs => ${FIRST_REST_SECONDS})` })
        .where('vendor', '=', vendor)
        .where('restsUntil', '<=', sql<Date>`clock_timestamp()`)
        .returning('vendor')
        .execute()
      return tried.length > 0 ? null : { until: state.restsUntil, reason }
    },
    async succeeded() {
      await sql`insert into vendor_states (vendor, last_success_at) values (${vendor}, clock_timestamp())
        on conflict (vendor) do update set failures = 0, rests_until = null, last_success_at = clock_timestamp()
        -- a row that says the same is not written over and over
        where vendor_states.failures > 0 or vendor_states.rests_until is not null
          or vendor_states.last_success_at is null
          or vendor_states.last_success_at < clock_timestamp() - interval '10 seconds'`.execute(db)
    },
    async failed(fault) {
      // asked to wait it waits at once, however often it failed before
      const asked = fault.kind === 'busy' ? (fault.retryAfterSeconds ?? 1) : 0
      await sql`insert into vendor_states as state (vendor, failures, rests_until, last_fault, last_fault_at)
        values (${vendor}, 1, ${asked > 0 ? sql`clock_timestamp() + make_interval(secs => ${asked})` : sql`null`},
          ${fault.message}, clock_timestamp())
        on conflict (vendor) do update set
          failures = state.failures + 1,
          last_fault = excluded.last_fault,
          last_fault_at = excluded.last_fault_at,
          rests_until = greatest(excluded.rests_until, state.rests_until,
            case when state.failures + 1 >= ${FAILURES_TO_OPEN}
              then clock_timestamp() + make_interval(secs =>
                least(${LONGEST_REST_SECONDS}, ${FIRST_REST_SECONDS} * power(2, least(10, state.failures + 1 - ${FAILURES_TO_OPEN})))) end)`.execute(
        db,
      )
    },
  }
}
