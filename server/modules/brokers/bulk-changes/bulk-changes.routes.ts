import * as contract from '#contract/brokers/bulk-changes.ts'
import { type AppRoute, route } from '#server/module.ts'
import { assignBdm, changeAudience, setBasis, suppressBrokers, undoBulkChange } from './bulk-changes.ts'
import { viewBulkChange, viewBulkChanges } from './bulk-changes.views.ts'
import { sendRefused } from './refused-brokers.reply.ts'
import { countSelected } from './selected-brokers.views.ts'

export const bulkChangeRoutes: AppRoute[] = [
  route(contract.countSelection, async ({ ctx, body }) => ({
    brokers: await countSelected(ctx, body.selection),
  })),
  route(contract.assignBdmInBulk, async ({ ctx, body }) => viewBulkChange(ctx, await assignBdm(ctx, body))),
  route(contract.setBasisInBulk, async ({ ctx, body }) => viewBulkChange(ctx, await setBasis(ctx, body))),
  route(contract.suppressInBulk, async ({ ctx, body }) =>
    viewBulkChange(ctx, await suppressBrokers(ctx, body)),
  ),
  route(contract.changeAudienceInBulk, async ({ ctx, body }) =>
    viewBulkChange(ctx, await changeAudience(ctx, body)),
  ),
  route(contract.listBulkChanges, async ({ ctx }) => viewBulkChanges(ctx)),
  route(contract.getBulkChange, async ({ ctx, params }) => viewBulkChange(ctx, params.id)),
  route(contract.bulkChangeRefusals, async ({ ctx, params, reply }) => sendRefused(ctx, params.id, reply)),
  route(contract.undoBulkChange, async ({ ctx, params }) => {
    await undoBulkChange(ctx, params.id)
    return viewBulkChange(ctx, params.id)
  }),
]
