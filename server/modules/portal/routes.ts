import * as accounts from '#contract/broker-accounts.ts'
import { listOwnBookings, listOwnMessages } from '#contract/portal.ts'
import { type AppRoute, route } from '#server/module.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { viewOwnBookings } from './own-bookings.views.ts'
import { viewOwnMessages } from './own-messages.views.ts'
import { updateProfile } from './profile.ts'
import { viewProfile } from './profile.views.ts'
import { register, resend, verify, viewRegistration } from './registration.ts'

export const routes: AppRoute[] = [
  route(accounts.registerBroker, async ({ ctx, body }) => {
    await register(ctx, body)
    return { message: accounts.CHECK_MAIL }
  }),
  route(accounts.checkRegistration, async ({ ctx, body }) => viewRegistration(ctx, body.token)),
  route(accounts.verifyBroker, async ({ ctx, body }) => verify(ctx, body)),
  route(accounts.resendVerification, async ({ ctx, body }) => {
    await resend(ctx, body.email)
    return { ok: true as const }
  }),
  route(accounts.readProfile, async ({ ctx }) => viewProfile(ctx, requireBroker(ctx).userId)),
  route(accounts.updateProfile, async ({ ctx, body }) => {
    await updateProfile(ctx, body)
    return viewProfile(ctx, requireBroker(ctx).userId)
  }),
  route(listOwnBookings, async ({ ctx, query }) => viewOwnBookings(ctx, query)),
  route(listOwnMessages, async ({ ctx, query }) => viewOwnMessages(ctx, query)),
]
