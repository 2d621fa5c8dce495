import { ownAccount, ownPasskeys, readProfile } from '#contract/accounts/broker-accounts.ts'
import { topicOf } from '#contract/topics.ts'
import { forgetSession } from '#web/api/portal-session.ts'
import type { AccountArea } from '#web/features/accounts/security/area.ts'

/** Of brokers. */
export const portalArea: AccountArea = {
  account: ownAccount,
  passkeys: ownPasskeys,
  topics: [topicOf(readProfile)],
  protects: 'your documents',
  size: 'lg',
  leave: forgetSession,
}
