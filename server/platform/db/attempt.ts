import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '#server/platform/startup-error.ts'
import { refersToNothing, wasInTheWay } from './unreachable.ts'

/** PostgreSQL's codes for violated constraints, and for a deadlock. */
const LOST = ['23505', '23P01', '40P01']

/** A transaction in which a part can be undone: `Ctx`. */
interface Savepoints {
  inSavepoint<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Tries a change that a constraint may refuse. Only in a transaction. @returns false where an existing row conflicts
 */
export async function attempt(tx: Savepoints, work: () => Promise<void>): Promise<boolean> {
  try {
    await tx.inSavepoint(work)
    return true
  } catch (error) {
    if (LOST.includes(errorCode(error) ?? '')) return false
    throw error
  }
}

/** Of 200 concurrent transactions that block each other, each succeeds within this number of attempts. */
const TRIES = 6
const PAUSE_MS = 20

/**
 * Retries a transaction that PostgreSQL aborted because of another one, and once where it refers to a row that another
 * transaction may have deleted after it was read. @throws the last error
 */
export async function againWhenInTheWay<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      const mayBeGone = tries === 1 && refersToNothing(error)
      if (tries === TRIES || !(wasInTheWay(error) || mayBeGone)) throw error
      // at another moment than the other one
      await pause(PAUSE_MS * 2 ** tries * Math.random())
    }
  }
}
