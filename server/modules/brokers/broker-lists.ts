import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { deleteListsWithout, insertBrokerList } from './broker-lists.store.ts'

/** A list of brokers chosen by hand, empty as yet. Only inside `ctx.tx`; the caller authorises. @returns its id */
export const createBrokerList = (tx: Ctx): Promise<number> => insertBrokerList(tx)

/** Deletes lists that no audience names any more; their members are logged nowhere. Only inside `ctx.tx`. */
export async function deleteUnusedLists(tx: Ctx): Promise<void> {
  await deleteListsWithout(
    tx,
    sql`select (rule ->> 'listId')::int from audiences, jsonb_array_elements(rules) rule where rule ->> 'kind' = 'list'`,
  )
}
