import * as contract from '#contract/broker-accounts.ts'
import { type AppRoute, route } from '#server/module.ts'
import { ownAccountRoutes } from './own-account.routes.ts'
import { signOutBroker } from './staff-accounts.ts'

/** What brokers do for their own account; how they sign in stands in the portal, with what they are shown then. */
export const brokerRoutes: AppRoute[] = [
  route(contract.brokerSignOut, async ({ ctx, request }) => {
    await signOutBroker(ctx, request.headers)
    return { ok: true } as const
  }),
  ...ownAccountRoutes(contract.ownAccount, 'broker'),
]
