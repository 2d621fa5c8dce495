import { ownAccount, readProfile } from '#contract/broker-accounts.ts'
import { forgetSession } from '#web/api/portal-session.ts'
import { topicOf } from '#web/api/topics.ts'
import type { AccountArea } from '#web/features/accounts/security/area.ts'

/** Of brokers. */
export const portalArea: AccountArea = {
  account: ownAccount,
  topics: [topicOf(readProfile)],
  protects: 'your documents',
  size: 'lg',
  leave: forgetSession,
}
