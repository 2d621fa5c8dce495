import * as contract from '#contract/accounts/team.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute } from './edit-route.ts'
import { accept, invite, inviteAgain, viewInvitation, withdraw } from './invitations.ts'
import { lockTeam } from './team.store.ts'
import { changeMember, resetSecondFactor } from './team.ts'
import { viewMember, viewTeam } from './team.views.ts'

export const teamRoutes: AppRoute[] = [
  route(contract.listMembers, ({ ctx }) => viewTeam(ctx)),
  route(contract.inviteMember, async ({ ctx, body }) => viewMember(ctx, await invite(ctx, body))),
  editRoute(contract.updateMember, {
    lock: ({ ctx }) => lockTeam(ctx),
    record: ({ ctx, params }) => viewMember(ctx, params.id),
    save: ({ ctx, params, body }) => changeMember(ctx, params.id, body),
  }),
  route(contract.sendInvitation, async ({ ctx, params }) => {
    await inviteAgain(ctx, params.id)
    return viewMember(ctx, params.id)
  }),
  route(contract.withdrawInvitation, async ({ ctx, params }) => {
    await withdraw(ctx, params.id)
    return { withdrawn: params.id }
  }),
  route(contract.resetTwoFactor, async ({ ctx, params }) => {
    await resetSecondFactor(ctx, params.id)
    return viewMember(ctx, params.id)
  }),
  route(contract.checkInvitation, ({ ctx, body }) => viewInvitation(ctx, body.token)),
  route(contract.acceptInvitation, ({ ctx, body }) => accept(ctx, body)),
]
