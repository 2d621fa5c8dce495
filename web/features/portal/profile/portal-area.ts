import * as account from '#contract/broker-accounts.ts'
import { forgetSession } from '#web/api/portal-session.ts'
import { topicOf } from '#web/api/topics.ts'
import type { AccountArea } from '#web/features/accounts/security/area.ts'

/** Of brokers. */
export const portalArea: AccountArea = {
  changePassword: account.changePassword,
  listSessions: account.listSessions,
  endSession: account.endSession,
  endAllSessions: account.endAllSessions,
  startTwoFactor: account.startTwoFactor,
  confirmTwoFactor: account.confirmTwoFactor,
  stopTwoFactor: account.stopTwoFactor,
  topics: [topicOf(account.readProfile)],
  protects: 'your documents',
  size: 'lg',
  leave: forgetSession,
}
