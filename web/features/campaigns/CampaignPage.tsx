import type { ReactElement } from 'react'
import { useParams } from 'react-router'
import { type Campaign, getCampaign } from '#contract/campaigns.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useRecord } from '#web/api/use-read.ts'
import { CallPanel } from '#web/features/calls/CallPanel.tsx'
import { InteractionsTable } from '#web/features/calls/InteractionsTable.tsx'
import { interactionFilters } from '#web/features/calls/interaction-filters.ts'
import { LiveCalls } from '#web/features/calls/LiveCalls.tsx'
import { formatRate } from '#web/lib/format.ts'
import { recordId } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PanelFallback } from '#web/ui/PanelFallback.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { BestHoursPanel } from './BestHoursPanel.tsx'
import { CampaignActions } from './CampaignActions.tsx'
import { CampaignFacts } from './CampaignFacts.tsx'
import { CampaignFigures } from './CampaignFigures.tsx'
import { campaignStatusLook } from './campaign-status.ts'
import { LiftPanel } from './LiftPanel.tsx'
import { PausedReason } from './PausedReason.tsx'

const crumbs = [{ label: 'Campaigns', to: '/campaigns' }]

/** One campaign: progress, offer, script, calling hours and calls. */
export function CampaignPage(): ReactElement {
  const { id = '' } = useParams()
  const number = recordId(id)
  const read = useRecord(getCampaign, number)
  if (number !== null && read.data) return <Loaded key={number} campaign={read.data} />
  return (
    <>
      <PageHeader title="Campaign" crumbs={crumbs} />
      <PanelFallback
        noun="campaign"
        isMissing={number === null || isNotFound(read.error)}
        missing="There is no campaign with this number."
        action={<ButtonLink to="/campaigns">All campaigns</ButtonLink>}
        error={read.error}
        onRetry={() => void read.refetch()}
        skeleton={
          <>
            <Skeleton className="h-20" />
            <Skeleton className="mt-4 h-40" />
          </>
        }
      />
    </>
  )
}

function Loaded({ campaign }: { campaign: Campaign }): ReactElement {
  const [filters, setFilters] = useUrlState(interactionFilters)
  const status = campaignStatusLook(campaign.status)
  const rate = campaign.rate === null ? null : formatRate(campaign.rate, campaign.rateType)
  return (
    <>
      <PageHeader
        title={campaign.name}
        crumbs={crumbs}
        badge={<Badge tone={status.tone}>{status.label}</Badge>}
        subtitle={[campaign.product, rate].filter(Boolean).join(' · ')}
        actions={<CampaignActions campaign={campaign} large />}
      />
      <div className="flex flex-col gap-4">
        <PausedReason campaign={campaign} />
        <CampaignFigures campaign={campaign} />
        <LiveCalls campaignId={campaign.id} />
        <CampaignFacts campaign={campaign} />
        <BestHoursPanel campaignId={campaign.id} isOn={campaign.preferBestHours} />
        <LiftPanel campaignId={campaign.id} />
        <div id="interactions" className="min-w-0">
          <InteractionsTable filters={filters} onFilter={setFilters} campaignId={campaign.id} />
        </div>
      </div>
      <CallPanel />
    </>
  )
}
