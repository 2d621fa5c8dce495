import { type ReactElement, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import type { ListResult } from '#web/api/use-read.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { type CampaignRow, campaignColumns } from './campaign-columns.tsx'
import { useForecasts } from './use-forecasts.ts'

/** All campaigns in one table: state, pace, results, cost, target, forecast and next action. */
export function CampaignTable({ list }: { list: ListResult<Campaign> }): ReactElement {
  const navigate = useNavigate()
  const { items } = list
  const finishesAt = useForecasts(items ?? [])
  const rows = useMemo(
    () => items?.map((campaign): CampaignRow => ({ campaign, finishesAt: finishesAt(campaign.id) })),
    [items, finishesAt],
  )
  return (
    <Panel title="Campaigns" flush hideTitle>
      <DataTable
        id="campaigns"
        label="Campaigns"
        noun="campaigns"
        columns={campaignColumns}
        rows={rows}
        rowKey={({ campaign }) => campaign.id}
        loadingText="Loading campaigns..."
        error={list.error}
        onRetry={list.retry}
        // the page says so where there are none
        empty={null}
        onOpen={({ campaign }) => navigate(pathTo.campaign(campaign.id))}
        openLabel={({ campaign }) => campaign.name}
        total={list.items ? list.total : undefined}
        more={list}
      />
    </Panel>
  )
}
