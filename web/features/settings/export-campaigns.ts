import { type Campaign, listCampaigns } from '#contract/campaigns/campaigns.ts'
import { callPage } from '#web/api/call.ts'
import { type CsvValue, downloadCsv } from '#web/lib/download.ts'

const PAGE = 1000

/** Saves all campaigns with their figures as a CSV file. Throws ApiError. */
export async function exportCampaigns(): Promise<void> {
  const campaigns: Campaign[] = []
  let cursor: string | undefined
  do {
    const page = await callPage(listCampaigns, { query: { limit: PAGE, ...(cursor && { cursor }) } })
    campaigns.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  downloadCsv('campaigns.csv', campaignRows(campaigns))
}

type Column = readonly [header: string, value: (campaign: Campaign) => CsvValue]

const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['product', ({ product }) => product],
  ['rate', ({ rate }) => rate],
  ['rate_type', ({ rateType }) => rateType],
  ['comparison_rate', ({ comparisonRate }) => comparisonRate],
  ['status', ({ status }) => status],
  ['audience', ({ audience }) => audience?.name ?? null],
  ['total_calls', ({ totalCalls }) => totalCalls],
  ['calls_completed', ({ callsCompleted }) => callsCompleted],
  ['enrolled', ({ progress }) => progress.enrolled],
  ['done', ({ progress }) => progress.done],
  ['in_flight', ({ progress }) => progress.inFlight],
  ['waiting', ({ progress }) => progress.waiting],
  ['dialled', ({ funnel }) => funnel.dialled],
  ['answered_or_screened', ({ funnel }) => funnel.screened],
  ['answered', ({ funnel }) => funnel.reached],
  ['chose_an_option', ({ funnel }) => funnel.chose],
  ['booked', ({ funnel }) => funnel.booked],
  ['accredited', ({ funnel }) => funnel.accredited],
  ['calls_option_1', ({ results }) => results.option_1],
  ['calls_option_2', ({ results }) => results.option_2],
  ['calls_option_3', ({ results }) => results.option_3],
  ['calls_option_4', ({ results }) => results.option_4],
  ['calls_no_choice', ({ results }) => results.noChoice],
  ['calls_unanswered', ({ results }) => results.unanswered],
  ['calls_failed', ({ results }) => results.failed],
]

/** Header and one row a campaign; rates as decimals in percent, counts as numbers, charges in a column for each currency. */
export function campaignRows(campaigns: readonly Campaign[]): CsvValue[][] {
  const currencies = [
    ...new Set(campaigns.flatMap(({ cost }) => cost.map(({ currency }) => currency))),
  ].sort()
  const all: Column[] = [
    ...columns,
    ...currencies.map(
      (of): Column => [
        `cost_${of.toLowerCase()}`,
        ({ cost }) => cost.find(({ currency }) => currency === of)?.amount ?? null,
      ],
    ),
    ['created_at', ({ createdAt }) => createdAt],
  ]
  return [
    all.map(([header]) => header),
    ...campaigns.map((campaign) => all.map(([, value]) => value(campaign))),
  ]
}
