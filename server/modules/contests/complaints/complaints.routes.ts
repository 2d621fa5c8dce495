import * as contract from '#contract/contests/complaints.ts'
import { type AppRoute, route } from '#server/module.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { sendVerifyPage } from '#server/modules/messages/verification/verify-page.reply.ts'
import { acknowledgeComplaint, answerComplaint } from './answer-complaint.ts'
import {
  viewComplaint,
  viewComplaints,
  viewOwnCalls,
  viewOwnComplaint,
  viewOwnComplaints,
} from './complaints.views.ts'
import { sendComplaints } from './complaints-export.reply.ts'
import { fileComplaint } from './file-complaint.ts'
import { sendPublicComplaint } from './public-complaint.reply.ts'
import { recordComplaint } from './record-complaint.ts'

export const complaintRoutes: AppRoute[] = [
  route(contract.listOwnComplaints, async ({ ctx }) => viewOwnComplaints(ctx)),
  route(contract.listComplaintCalls, async ({ ctx }) => viewOwnCalls(ctx)),
  route(contract.makeComplaint, async ({ ctx, body }) => {
    const { brokerId } = requireBroker(ctx)
    const { words, callId = null } = body
    const { id } = await fileComplaint(ctx, { channel: 'portal', words, callId, brokerId })
    return viewOwnComplaint(ctx, id)
  }),
  route(contract.complainPublicly, async ({ ctx, request, reply }) =>
    sendPublicComplaint(ctx, request, reply),
  ),
  route(contract.complaintPage, async ({ ctx, reply }) => sendVerifyPage(ctx, reply)),
  route(contract.listComplaints, async ({ ctx, query }) => viewComplaints(ctx, query)),
  route(contract.exportComplaints, async ({ ctx, query, reply }) => sendComplaints(ctx, query, reply)),
  route(contract.recordComplaint, async ({ ctx, body }) => ({ id: await recordComplaint(ctx, body) })),
  route(contract.getComplaint, async ({ ctx, params }) => viewComplaint(ctx, params.id)),
  route(contract.acknowledgeComplaint, async ({ ctx, params }) => {
    await acknowledgeComplaint(ctx, params.id)
    return viewComplaint(ctx, params.id)
  }),
  route(contract.answerComplaint, async ({ ctx, params, body }) => {
    await answerComplaint(ctx, params.id, body)
    return viewComplaint(ctx, params.id)
  }),
]
