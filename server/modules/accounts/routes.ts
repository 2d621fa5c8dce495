import * as contract from '#contract/accounts/accounts.ts'
import { listRecordChanges } from '#contract/accounts/record-changes.ts'
import * as limits from '#contract/accounts/session-limits.ts'
import * as stepUp from '#contract/accounts/step-up.ts'
import { type AppRoute, route } from '#server/module.ts'
import { demoAccounts, demoBroker } from './demo-accounts.ts'
import { editRoute, lockOnly } from './edit-route.ts'
import { ownAccountRoutes } from './own-account.routes.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { presence } from './presence.ts'
import { viewRecordChanges } from './record-changes.views.ts'
import { updateSessionLimits, viewSessionLimits } from './session-limits.ts'
import { currentUser, signIn, signInByPasskey, signOut, verifySignIn } from './staff-accounts.ts'
import { confirmByPasskey, confirmByPassword, startIdentityPasskey, viewWays } from './step-up.ts'

const ok = { ok: true } as const

export const routes: AppRoute[] = [
  route(contract.currentUser, async ({ ctx, request, reply }) => {
    const user = await currentUser(ctx, request.headers)
    // requested whenever the console opens, so that regular users stay signed in
    const cookies = await ctx.providers.signIn.renew(request.headers)
    if (cookies.length > 0) reply.header('set-cookie', [...cookies, presence(ctx, true)])
    return user
  }),
  route(contract.signIn, async ({ ctx, body, request, reply }) => {
    const { user, cookies } = await signIn(ctx, { ...body, headers: request.headers, ip: request.ip })
    reply.header('set-cookie', user ? [...cookies, presence(ctx, true)] : cookies)
    return user ?? ({ twoFactorRequired: true } as const)
  }),
  route(contract.passkeyOptions, async ({ ctx, request, reply }) => {
    const { headers, ip } = request
    const { options, cookies } = await ctx.providers.signIn.challengePasskey({ headers, ip })
    reply.header('set-cookie', cookies)
    return options
  }),
  route(contract.signInWithPasskey, async ({ ctx, body, request, reply }) => {
    const { user, cookies } = await signInByPasskey(ctx, {
      ...body,
      headers: request.headers,
      ip: request.ip,
    })
    reply.header('set-cookie', [...cookies, presence(ctx, true)])
    return user
  }),
  ...passkeyRoutes(contract.ownPasskeys),
  route(contract.verifySignIn, async ({ ctx, body, request, reply }) => {
    const { user, cookies } = await verifySignIn(ctx, { ...body, headers: request.headers, ip: request.ip })
    reply.header('set-cookie', [...cookies, presence(ctx, true)])
    return user
  }),
  route(contract.signOut, async ({ ctx, request, reply }) => {
    reply.header('set-cookie', [...(await signOut(ctx, request.headers)), presence(ctx, false)])
    return ok
  }),
  route(stepUp.identityWays, ({ ctx }) => viewWays(ctx)),
  route(stepUp.confirmIdentity, async ({ ctx, body, request }) => {
    await confirmByPassword(ctx, { ...body, headers: request.headers, ip: request.ip })
    return ok
  }),
  route(stepUp.startIdentityPasskey, async ({ ctx, request, reply }) => {
    const { headers, ip } = request
    const { options, cookies } = await startIdentityPasskey(ctx, { headers, ip })
    reply.header('set-cookie', cookies)
    return options
  }),
  route(stepUp.confirmIdentityByPasskey, async ({ ctx, body, request }) => {
    await confirmByPasskey(ctx, { ...body, headers: request.headers, ip: request.ip })
    return ok
  }),
  ...ownAccountRoutes(contract.ownAccount, 'staff', (ctx, reply) => {
    reply.header('set-cookie', presence(ctx, false))
  }),
  route(limits.getSessionLimits, async ({ ctx }) => viewSessionLimits(ctx)),
  editRoute(limits.updateSessionLimits, {
    lock: lockOnly('session_limits'),
    record: ({ ctx }) => viewSessionLimits(ctx),
    save: ({ ctx, body }) => updateSessionLimits(ctx, body),
  }),
  route(listRecordChanges, async ({ ctx, query }) =>
    viewRecordChanges(ctx, { subject: query.subject, id: query.id ?? null }),
  ),
  // requests to the scoring endpoints are redirected here when not signed in
  route(contract.signInPage, async ({ reply }) => reply.redirect('/')),
  route(contract.demoAccounts, async ({ ctx }) => {
    const { demo, externalDatabase } = ctx.providers.installation
    const accounts = [...demoAccounts, demoBroker].map(({ email, password, role }) => ({
      email,
      password,
      role,
    }))
    return { demo, external: demo && externalDatabase, accounts: demo ? accounts : [] }
  }),
]
