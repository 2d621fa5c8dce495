import * as contract from '#contract/accounts/broker-accounts.ts'
import { type AppRoute, route } from '#server/module.ts'
import { ownAccountRoutes } from './own-account.routes.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { signOutBroker } from './staff-accounts.ts'

/** Routes for a broker's own account; the sign-in routes are in the portal module, which returns the profile. */
export const brokerRoutes: AppRoute[] = [
  route(contract.brokerSignOut, async ({ ctx, request }) => {
    await signOutBroker(ctx, request.headers)
    return { ok: true } as const
  }),
  ...ownAccountRoutes(contract.ownAccount, 'broker'),
  ...passkeyRoutes(contract.ownPasskeys),
]
