import { currentUser, ownAccount } from '#contract/accounts.ts'
import { sessionKey } from '#web/api/session.ts'
import { topicOf } from '#web/api/topics.ts'
import type { AccountArea } from './area.ts'

/** Of staff. */
export const consoleArea: AccountArea = {
  account: ownAccount,
  topics: [topicOf(currentUser)],
  protects: 'your account',
  size: 'md',
  leave(client) {
    client.setQueryData(sessionKey, null)
    // cached data must not reach the next person
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
  },
}
