import { errorCode } from '#server/platform/startup-error.ts'

/** No connection to the database could be had: it is down, restarts, cannot be reached, or has none left for us. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'

  constructor(cause: unknown) {
    super(`no connection to the database: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/** PostgreSQL's classes for connections that failed (08) and for an operator who stops it (57P). */
const AWAY = /^(08|57P0[123])/

/** The driver's messages for a connection that broke during a statement; it gives no code. */
const CUT_OFF =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable)/

/** Whether a statement failed because the database became unreachable, so that a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable) return true
  if (!(error instanceof Error)) return false
  return AWAY.test(errorCode(error) ?? '') || CUT_OFF.test(error.message)
}

/**
 * PostgreSQL's codes for a transaction that it aborted in favour of another: a deadlock, a serialization failure, a
 * lock that was not free within the operator's `lock_timeout`.
 */
const ENDED_FOR_ANOTHER = ['40P01', '40001', '55P03']

/** PostgreSQL's code for a row that refers to one that is not there. */
const REFERS_TO_NOTHING = '23503'

/** Whether a row was refused because of a missing reference: another transaction may have just deleted the row. */
export function refersToNothing(error: unknown): boolean {
  return errorCode(error) === REFERS_TO_NOTHING
}

/** Whether a transaction was ended because of another one, so that doing it again may succeed. */
export function wasInTheWay(error: unknown): boolean {
  return ENDED_FOR_ANOTHER.includes(errorCode(error) ?? '')
}
