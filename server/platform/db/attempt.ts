import { type QueryExecutorProvider, sql } from 'kysely'
import { errorCode } from '#server/platform/startup-error.ts'

/** PostgreSQL's codes for what a constraint decides against, and for a wait that would never have ended. */
const LOST = ['23505', '23P01', '40P01']

/** Does work that may fail without taking the transaction around it along. Only in a transaction. @throws what it threw */
export async function inSavepoint<T>(db: QueryExecutorProvider, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(db)
    return result
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(db)
    throw error
  }
}

/** Tries a change that a constraint may refuse. Only in a transaction. @returns false where another row stands in the way */
export async function attempt(db: QueryExecutorProvider, work: () => Promise<void>): Promise<boolean> {
  try {
    await inSavepoint(db, work)
    return true
  } catch (error) {
    if (LOST.includes(errorCode(error) ?? '')) return false
    throw error
  }
}
