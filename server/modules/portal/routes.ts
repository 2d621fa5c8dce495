import * as accounts from '#contract/accounts/broker-accounts.ts'
import { listOwnBookings, listOwnMessages } from '#contract/accreditations/portal.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockRowOf } from '#server/modules/accounts/edit-route.ts'
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
  editRoute(accounts.updateProfile, {
    lock: ({ ctx }) => lockRowOf(ctx, 'brokers', requireBroker(ctx).brokerId),
    record: ({ ctx }) => viewProfile(ctx, requireBroker(ctx).userId),
    save: ({ ctx, body }) => updateProfile(ctx, body),
    id: ({ ctx }) => requireBroker(ctx).brokerId,
  }),
  route(listOwnBookings, async ({ ctx, query }) => viewOwnBookings(ctx, query)),
  route(listOwnMessages, async ({ ctx, query }) => viewOwnMessages(ctx, query)),
]
