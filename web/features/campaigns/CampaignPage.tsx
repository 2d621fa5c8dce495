import type { ReactElement } from 'react'
import { useParams } from 'react-router'
import { type Campaign, getCampaign } from '#contract/campaigns.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { CallPanel } from '#web/features/calls/CallPanel.tsx'
import { InteractionsTable } from '#web/features/calls/InteractionsTable.tsx'
import { interactionFilters } from '#web/features/calls/interaction-filters.ts'
import { LiveCalls } from '#web/features/calls/LiveCalls.tsx'
import { formatRate } from '#web/lib/format.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { CampaignActions } from './CampaignActions.tsx'
import { CampaignFacts } from './CampaignFacts.tsx'
import { CampaignFigures } from './CampaignFigures.tsx'
import { campaignStatusLook } from './campaign-status.ts'
import { PausedReason } from './PausedReason.tsx'

const crumbs = [{ label: 'Campaigns', to: '/campaigns' }]

/** One campaign: how far it is, what it says, when it calls, and its calls. */
export function CampaignPage(): ReactElement {
  const { id = '' } = useParams()
  const number = /^\d{1,10}$/.test(id) ? Number(id) : null
  const read = useRead(getCampaign, { params: { id: number ?? 0 } }, { enabled: number !== null })
  if (number !== null && read.data) return <Loaded key={number} campaign={read.data} />
  const isUnknown =
    number === null || (read.error instanceof ApiError && [400, 404].includes(read.error.status))
  return (
    <>
      <PageHeader title="Campaign" crumbs={crumbs} />
      {isUnknown ? (
        <EmptyState
          title="Campaign not found"
          action={<ButtonLink to="/campaigns">All campaigns</ButtonLink>}
        >
          There is no campaign with this number.
        </EmptyState>
      ) : read.error ? (
        <ErrorState
          title="The campaign could not be loaded."
          error={read.error}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Loading text="Loading campaign...">
          <Skeleton className="h-20" />
          <Skeleton className="mt-4 h-40" />
        </Loading>
      )}
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
        <div id="interactions" className="min-w-0">
          <InteractionsTable filters={filters} onFilter={setFilters} campaignId={campaign.id} />
        </div>
      </div>
      <CallPanel />
    </>
  )
}
