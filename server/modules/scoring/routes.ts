import * as loans from '#contract/scoring/loans.ts'
import * as cards from '#contract/scoring/scorecards.ts'
import * as contract from '#contract/scoring/scoring.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockList } from '#server/modules/accounts/edit-route.ts'
import { readUpload } from '#server/modules/brokers/imports/receive-csv.ts'
import { loadSampleData } from './loans/load-sample-data.ts'
import {
  commitLoanImport,
  createLoanImport,
  discardLoanImport,
  readChoices,
  remapLoanImport,
  undoLoanImport,
} from './loans/loan-imports.ts'
import { viewLoanImport, viewLoanImports } from './loans/loan-imports.views.ts'
import { sendRejectedLoans } from './loans/rejected-loans.reply.ts'
import { viewMonthsForStaff, viewOwnMonths, viewOwnScore } from './own-score.views.ts'
import { startCalculation } from './score/calculate.ts'
import { overrideTier } from './score/override-tier.ts'
import { viewScoreForStaff } from './score/score-details.views.ts'
import { sendScores } from './score/score-export.reply.ts'
import { toRun, viewMonths, viewScores, viewStats } from './score/scores.views.ts'
import { discardDraft, previewDraft, publishDraft, saveDraft, viewScorecards } from './scorecards.ts'

export const routes: AppRoute[] = [
  route(contract.scoringStats, async ({ ctx, query }) => viewStats(ctx, query)),
  route(contract.scoringMonths, async ({ ctx }) => viewMonths(ctx)),
  route(contract.brokerScores, async ({ ctx, params, query }) => viewScores(ctx, params, query)),
  route(contract.exportScores, async ({ ctx, params, query, reply }) =>
    sendScores(ctx, params.month, query, reply),
  ),
  route(contract.calculateScores, async ({ ctx, body }) => toRun(await startCalculation(ctx, body.month))),
  route(contract.loadSampleData, async ({ ctx }) => loadSampleData(ctx)),
  route(contract.scoreDetails, async ({ ctx, params }) => viewScoreForStaff(ctx, params.id, params.month)),
  route(contract.brokerScoreMonths, async ({ ctx, params }) => viewMonthsForStaff(ctx, params.id)),
  route(contract.updateTier, async ({ ctx, body }) => overrideTier(ctx, body)),
  route(contract.ownScoreMonths, async ({ ctx }) => viewOwnMonths(ctx)),
  route(contract.ownScore, async ({ ctx, params }) => viewOwnScore(ctx, params.month)),
  route(cards.listScorecards, async ({ ctx }) => viewScorecards(ctx)),
  editRoute(cards.saveDraft, {
    lock: lockList('scorecards'),
    record: async ({ ctx }) => (await viewScorecards(ctx))[0],
    save: ({ ctx, body }) => saveDraft(ctx, body),
    answer: (_args, saved) => saved,
  }),
  route(cards.discardDraft, async ({ ctx }) => {
    await discardDraft(ctx)
    return { discarded: true as const }
  }),
  route(cards.previewDraft, async ({ ctx }) => previewDraft(ctx)),
  route(cards.publishDraft, async ({ ctx, body }) => publishDraft(ctx, body)),
  route(loans.createLoanImport, async ({ ctx, request, once }) => {
    const upload = await readUpload(request, loans.MAX_LOANS_BYTES)
    const choices = readChoices(upload.fields)
    const { hash, filename } = upload
    return once({ hash, filename, ...choices }, async () =>
      viewLoanImport(ctx, await createLoanImport(ctx, upload, choices)),
    )
  }),
  route(loans.listLoanImports, async ({ ctx }) => viewLoanImports(ctx)),
  route(loans.getLoanImport, async ({ ctx, params }) => viewLoanImport(ctx, params.id)),
  route(loans.remapLoanImport, async ({ ctx, params, body }) => {
    await remapLoanImport(ctx, params.id, body)
    return viewLoanImport(ctx, params.id)
  }),
  route(loans.commitLoanImport, async ({ ctx, params }) => {
    await commitLoanImport(ctx, params.id)
    return viewLoanImport(ctx, params.id)
  }),
  route(loans.undoLoanImport, async ({ ctx, params }) => {
    await undoLoanImport(ctx, params.id)
    return viewLoanImport(ctx, params.id)
  }),
  route(loans.discardLoanImport, async ({ ctx, params }) => {
    await discardLoanImport(ctx, params.id)
    return { discarded: true as const }
  }),
  route(loans.loanRejects, async ({ ctx, params, reply }) => sendRejectedLoans(ctx, params.id, reply)),
]
