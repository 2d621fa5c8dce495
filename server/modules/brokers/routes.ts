import * as merge from '#contract/brokers/broker-merge.ts'
import * as contract from '#contract/brokers/brokers.ts'
import * as imports from '#contract/brokers/imports.ts'
import { setNumberSource } from '#contract/brokers/number-source.ts'
import * as suppressions from '#contract/brokers/suppressions.ts'
import * as timeline from '#contract/brokers/timeline.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { idsIn } from '#contract/ids.ts'
import { type AppRoute, route, sharedRoute } from '#server/module.ts'
import { editRoute, lockRow } from '#server/modules/accounts/edit-route.ts'
import { addNote } from './add-note.ts'
import { sendBrokers } from './broker-export.reply.ts'
import { linkKey } from './broker-key.ts'
import { createBroker, updateBroker } from './brokers.ts'
import { bulkChangeRoutes } from './bulk-changes/bulk-changes.routes.ts'
import { eraseBroker } from './erase-broker.ts'
import {
  commitImport,
  createImport,
  discardImport,
  readChoices,
  remapImport,
  undoImport,
} from './imports/imports.ts'
import { viewImport, viewImports } from './imports/imports.views.ts'
import { readUpload } from './imports/receive-csv.ts'
import { sendRejects } from './imports/rejected-rows.reply.ts'
import { mergeBrokers } from './merge-brokers.ts'
import { viewAlikeOf, viewAlikeTyped } from './merge-brokers.views.ts'
import { setNumberSource as recordNumberSource } from './number-sources.ts'
import { viewRecap } from './recap.views.ts'
import { phoneFaults } from './rules.ts'
import { addSuppression, removeSuppression } from './suppressions/suppressions.ts'
import { viewSuppression, viewSuppressions } from './suppressions/suppressions.views.ts'
import { washNumbersFrom } from './suppressions/wash.ts'
import { viewActivities, viewTimeline } from './timeline.views.ts'
import { viewAggregators, viewBroker, viewBrokers, viewSummary } from './views.ts'

type ExportQuery = QueryOf<typeof contract.exportBrokers>

const exported = ({ ids, except, ...filters }: ExportQuery) => ({
  ...filters,
  ids: ids === undefined ? undefined : idsIn(ids),
  except: except === undefined ? undefined : idsIn(except),
})

export const routes: AppRoute[] = [
  sharedRoute(contract.listBrokers, async ({ ctx, query }) => viewBrokers(ctx, query)),
  route(contract.exportBrokers, async ({ ctx, query, reply }) => sendBrokers(ctx, exported(query), reply)),
  route(contract.listAggregators, async ({ ctx }) => viewAggregators(ctx)),
  sharedRoute(contract.brokerSummary, async ({ ctx }) => viewSummary(ctx)),
  route(contract.getBroker, async ({ ctx, params }) => viewBroker(ctx, params.id)),
  route(contract.brokerLinkKey, async ({ ctx, params }) => ({ key: await linkKey(ctx, params.id) })),
  route(contract.brokerRecap, async ({ ctx, params }) => viewRecap(ctx, params.id)),
  route(setNumberSource, async ({ ctx, body }) => ({
    changed: await recordNumberSource(ctx, body.numberSource),
  })),
  {
    ...route(contract.createBroker, async ({ ctx, body }) => viewBroker(ctx, await createBroker(ctx, body))),
    faults: phoneFaults,
  },
  editRoute(contract.updateBroker, {
    lock: lockRow('brokers'),
    record: ({ ctx, params }) => viewBroker(ctx, params.id),
    save: ({ ctx, params, body }) => updateBroker(ctx, params.id, body),
  }),
  route(contract.deleteBroker, async ({ ctx, params }) => {
    return { deleted: true as const, receipt: await eraseBroker(ctx, params.id) }
  }),
  route(merge.findAlike, async ({ ctx, query }) => viewAlikeTyped(ctx, query)),
  route(merge.listAlike, async ({ ctx, params }) => viewAlikeOf(ctx, params.id)),
  route(merge.mergeBrokers, async ({ ctx, params, body }) => {
    await mergeBrokers(ctx, params.id, body)
    return viewBroker(ctx, params.id)
  }),
  route(timeline.brokerTimeline, async ({ ctx, params, query }) => viewTimeline(ctx, params.id, query)),
  route(timeline.addNote, async ({ ctx, params, body }) => {
    await addNote(ctx, params.id, body.note)
    return { added: true as const }
  }),
  ...bulkChangeRoutes,
  sharedRoute(timeline.listActivities, async ({ ctx, query }) => viewActivities(ctx, query)),
  route(suppressions.listSuppressions, async ({ ctx, query }) => viewSuppressions(ctx, query)),
  route(suppressions.addSuppression, async ({ ctx, body }) =>
    viewSuppression(ctx, await addSuppression(ctx, body)),
  ),
  route(suppressions.removeSuppression, async ({ ctx, params, query }) => {
    await removeSuppression(ctx, params.id, query.reason)
    return { removed: true as const }
  }),
  route(suppressions.washNumbers, async ({ ctx, request, once }) => {
    const upload = await readUpload(request, imports.MAX_IMPORT_BYTES)
    return once(upload.hash, () => washNumbersFrom(ctx, upload))
  }),
  route(imports.createImport, async ({ ctx, request, once }) => {
    const upload = await readUpload(request, imports.MAX_IMPORT_BYTES)
    const choices = readChoices(upload.fields)
    const { hash, filename } = upload
    return once({ hash, filename, choices }, async () =>
      viewImport(ctx, await createImport(ctx, upload, choices)),
    )
  }),
  route(imports.listImports, async ({ ctx }) => viewImports(ctx)),
  route(imports.getImport, async ({ ctx, params }) => viewImport(ctx, params.id)),
  route(imports.remapImport, async ({ ctx, params, body }) => {
    await remapImport(ctx, params.id, body)
    return viewImport(ctx, params.id)
  }),
  route(imports.commitImport, async ({ ctx, params }) => {
    await commitImport(ctx, params.id)
    return viewImport(ctx, params.id)
  }),
  route(imports.discardImport, async ({ ctx, params }) => {
    await discardImport(ctx, params.id)
    return { discarded: true as const }
  }),
  route(imports.undoImport, async ({ ctx, params }) => {
    await undoImport(ctx, params.id)
    return viewImport(ctx, params.id)
  }),
  route(imports.importRejects, async ({ ctx, params, reply }) => sendRejects(ctx, params.id, reply)),
]
