import * as many from '#contract/surveillance/findings-of-many.ts'
import * as living from '#contract/surveillance/living-registers.ts'
import * as mentions from '#contract/surveillance/mentions.ts'
import * as registers from '#contract/surveillance/registers.ts'
import { importRegister as importEndpoint } from '#contract/surveillance/registers.ts'
import * as contract from '#contract/surveillance/surveillance.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockList } from '#server/modules/accounts/edit-route.ts'
import { readUpload } from '#server/modules/brokers/imports/receive-csv.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { type Limit, takeLimits } from '#server/platform/limits/limits.ts'
import { networkOf } from '#server/platform/limits/networks.ts'
import { checkBroker } from './checks/check-broker.ts'
import { startManualCheck } from './checks/run-checks.ts'
import { viewFlagged, viewFlaggedReasons, viewStanding } from './flagged.views.ts'
import { unwatchLicensee, viewLicensees, viewMoves, watchLicensee } from './licensees/licensees.ts'
import { decideMany, viewMany } from './many/decide-many.ts'
import { addFeed, removeFeed, saveKeywords, viewFeeds } from './mentions/feeds.ts'
import { fetchRegister } from './registers/fetch-register.ts'
import { importRegister } from './registers/import-register.ts'
import { lookUpNumber } from './registers/look-up-number.views.ts'
import { addProspects, countProspects } from './registers/prospects.ts'
import { viewQuarantine } from './registers/quarantine.views.ts'
import { viewChanges } from './registers/register-changes.views.ts'
import { viewRegisters } from './registers/registers.views.ts'
import { clearFlagged } from './reviews/clear-flagged.ts'
import { reviewBroker } from './reviews/review-broker.ts'
import { changeSettings, readSettings } from './reviews/review-settings.ts'
import { viewRisk } from './risk.views.ts'
import { toRun, viewCompliance, viewHistory, viewStats } from './surveillance.views.ts'

/** Of one form; people behind one network do not share it. */
const LOOK_UPS: Limit = { name: 'surveillance.look-ups', max: 30, minutes: 10 }

export const routes: AppRoute[] = [
  route(registers.listRegisters, async ({ ctx }) => viewRegisters(ctx)),
  route(importEndpoint, async ({ ctx, params, request }) => {
    const { bytes, filename, fields } = await readUpload(request, registers.MAX_REGISTER_BYTES)
    const form = importEndpoint.multipart?.fields?.safeParse(fields)
    if (form && !form.success)
      throw invalid({ snapshotDate: form.error.issues[0]?.message ?? 'Enter the day as YYYY-MM-DD' })
    const snapshotDate = fields.snapshotDate || null
    return importRegister(ctx, { register: params.register, bytes, source: filename, snapshotDate })
  }),
  route(registers.fetchRegister, async ({ ctx, params }) => fetchRegister(ctx, params.register)),
  route(registers.registerChanges, async ({ ctx, params, query }) =>
    viewChanges(ctx, params.register, query),
  ),
  route(registers.registerQuarantine, async ({ ctx, params }) => viewQuarantine(ctx, params.register)),
  route(living.listLicensees, async ({ ctx }) => viewLicensees(ctx)),
  route(living.watchLicensee, async ({ ctx, body }) => watchLicensee(ctx, body.number)),
  route(living.unwatchLicensee, async ({ ctx, params }) => {
    await unwatchLicensee(ctx, params.number)
    return { removed: true as const }
  }),
  route(living.licenseeMoves, async ({ ctx, params }) => viewMoves(ctx, params.number)),
  route(living.countProspects, async ({ ctx, query }) => countProspects(ctx, query)),
  route(living.addProspects, async ({ ctx, body }) => addProspects(ctx, body)),
  route(living.lookUpNumber, async ({ ctx, params, query, request }) => {
    await takeLimits(ctx, [LOOK_UPS, query.session ?? networkOf(request.ip)])
    return lookUpNumber(ctx, params.number)
  }),
  route(mentions.listFeeds, async ({ ctx }) => viewFeeds(ctx)),
  route(mentions.addFeed, async ({ ctx, body }) => addFeed(ctx, body)),
  route(mentions.removeFeed, async ({ ctx, params }) => {
    await removeFeed(ctx, params.id)
    return { removed: true as const }
  }),
  editRoute(mentions.saveKeywords, {
    lock: lockList('mention_keywords'),
    record: ({ ctx }) => viewFeeds(ctx),
    schema: mentions.listFeeds.returns,
    save: ({ ctx, body }) => saveKeywords(ctx, body),
    answer: () => ({ saved: true as const }),
  }),
  route(contract.surveillanceStats, async ({ ctx }) => viewStats(ctx)),
  route(contract.riskOverTime, async ({ ctx, query }) => viewRisk(ctx, query)),
  route(contract.flaggedBrokers, async ({ ctx, query }) => viewFlagged(ctx, query)),
  route(contract.flaggedReasons, async ({ ctx, query }) => viewFlaggedReasons(ctx, query)),
  route(many.clearFlagged, async ({ ctx, body }) => clearFlagged(ctx, body)),
  route(many.findingsOfMany, async ({ ctx }) => viewMany(ctx)),
  route(many.decideFindingOfMany, async ({ ctx, params, body }) => decideMany(ctx, params.id, body)),
  route(contract.brokerCompliance, async ({ ctx, params }) => viewCompliance(ctx, params.id)),
  route(contract.complianceHistory, async ({ ctx, params }) => viewHistory(ctx, params.id)),
  route(contract.getSurveillanceSettings, async ({ ctx }) => readSettings(ctx)),
  route(contract.updateSurveillanceSettings, async ({ ctx, body }) => changeSettings(ctx, body)),
  route(contract.runManualCheck, async ({ ctx }) => toRun(await startManualCheck(ctx))),
  route(contract.checkBroker, async ({ ctx, params, body }) => {
    await checkBroker(ctx, params.id, body.checkType)
    const [newest] = await viewHistory(ctx, params.id, 1)
    if (!newest) throw notFound('Check')
    return newest
  }),
  route(contract.reviewBroker, async ({ ctx, params, body }) => {
    await reviewBroker(ctx, params.id, body)
    return viewStanding(ctx, params.id)
  }),
]
