import * as account from '#contract/broker-accounts.ts'
import { forgetSession } from '#web/api/portal-session.ts'
import { topicOf } from '#web/api/topics.ts'
import type { AccountArea } from '#web/features/accounts/security/area.ts'

/** Of brokers. */
export const portalArea: AccountArea = {
  account,
  topics: [topicOf(account.readProfile)],
  protects: 'your documents',
  size: 'lg',
  leave: forgetSession,
}
