import type { FastifyReply } from 'fastify'
import { type CreditScale, creditScaleText } from '#contract/scoring/credit-scales.ts'
import { evidenceLabels, type ScoreRow } from '#contract/scoring/scoring.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { type CsvCell, inPages, sendCsv } from '#server/platform/http/csv.ts'
import { creditScaleOf, type ScoreFilters, streamScores } from './scores.views.ts'

const figure = (value: number | null): string => (value === null ? '' : value.toFixed(1))

const columns: Record<string, (row: ScoreRow, scale: CreditScale) => CsvCell> = {
  'Broker ID': ({ broker }) => broker.id,
  Broker: ({ broker }) => broker.name,
  State: ({ broker }) => broker.region,
  Month: ({ score }) => score.scoreMonth,
  Score: ({ score }) => figure(score.overallScore),
  Tier: ({ score }) => score.tier,
  'Calculated tier': ({ score }) => score.calculatedTier,
  Override: ({ score }) => (score.manualOverride ? 'yes' : 'no'),
  Loans: ({ score }) => score.totalLoans,
  'Default rate %': ({ score }) => figure(score.defaultRate),
  'Rework rate %': ({ score }) => figure(score.reworkRate),
  'Credit score': ({ score }) => figure(score.avgCreditScore),
  'Credit score scale': (_row, scale) => creditScaleText(scale),
  'LVR %': ({ score }) => figure(score.avgLvr),
  'Days to approval': ({ score }) => figure(score.avgDaysToApproval),
  'Compliance %': ({ score }) => score.compliance,
  Evidence: ({ score }) => evidenceLabels[score.evidence],
  'Suspended since': ({ broker }) => broker.suspendedSince && sydneyDate(new Date(broker.suspendedSince)),
}

/** The scores of a month with the filters and order of the screen. */
export function sendScores(
  ctx: Ctx,
  month: string,
  filters: ScoreFilters,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendCsv(reply, {
    name: `scores-${month}.csv`,
    header: Object.keys(columns),
    pages: inPages(rows(ctx, month, filters)),
  })
}

async function* rows(ctx: Ctx, month: string, filters: ScoreFilters): AsyncGenerator<CsvCell[]> {
  const scale = await creditScaleOf(ctx, month)
  for await (const row of streamScores(ctx, month, filters))
    yield Object.values(columns).map((cell) => cell(row, scale))
}
