import { currentUser, ownAccount, ownPasskeys } from '#contract/accounts/accounts.ts'
import { topicOf } from '#contract/topics.ts'
import { forgetRead, leaveSession } from '#web/api/session.ts'
import type { AccountArea } from './area.ts'

/** Of staff. */
export const consoleArea: AccountArea = {
  account: ownAccount,
  passkeys: ownPasskeys,
  topics: [topicOf(currentUser)],
  protects: 'your account',
  size: 'md',
  leave(client) {
    leaveSession(client)
    forgetRead(client)
  },
}
