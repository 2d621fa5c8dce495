import { type Campaign, listCampaigns } from '#contract/campaigns.ts'
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

/** Header and one row a campaign; rates as decimals in percent, counts as numbers. */
export function campaignRows(campaigns: readonly Campaign[]): CsvValue[][] {
  const header = [
    'id',
    'name',
    'product',
    'rate',
    'rate_type',
    'comparison_rate',
    'status',
    'total_calls',
    'calls_completed',
    'enrolled',
    'done',
    'in_flight',
    'waiting',
    'created_at',
  ]
  return [
    header,
    ...campaigns.map((campaign) => [
      campaign.id,
      campaign.name,
      campaign.product,
      campaign.rate,
      campaign.rateType,
      campaign.comparisonRate,
      campaign.status,
      campaign.totalCalls,
      campaign.callsCompleted,
      campaign.progress.enrolled,
      campaign.progress.done,
      campaign.progress.inFlight,
      campaign.progress.waiting,
      campaign.createdAt,
    ]),
  ]
}
