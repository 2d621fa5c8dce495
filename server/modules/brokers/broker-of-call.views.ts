import type { ExpressionBuilder } from 'kysely'
import type { DB } from '#server/schema.gen.ts'

/**
 * The broker of a call, to be joined laterally as `broker` where a few calls are read: each is looked up alone. Joined as a
 * table, PostgreSQL may go through all brokers in order, up to the one of the newest call.
 */
export const brokerOfCall = (call: ExpressionBuilder<DB, 'calls'>) =>
  call
    .selectFrom('brokers')
    .selectAll('brokers')
    .whereRef('brokers.id', '=', 'calls.brokerId')
    .limit(1)
    .as('broker')
