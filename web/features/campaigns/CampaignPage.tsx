import type { ReactElement } from 'react'
import { useParams } from 'react-router'
import { type Campaign, getCampaign } from '#contract/campaigns/campaigns.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { CallPanel } from '#web/features/calls/CallPanel.tsx'
import { InteractionsTable } from '#web/features/calls/InteractionsTable.tsx'
import { interactionFilters } from '#web/features/calls/interaction-filters.ts'
import { LiveCalls, useLiveCalls } from '#web/features/calls/LiveCalls.tsx'
import { formatRate } from '#web/lib/format.ts'
import { recordId } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Below } from '#web/ui/Below.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Later } from '#web/ui/Later.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PanelFallback } from '#web/ui/PanelFallback.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { BestHoursPanel } from './BestHoursPanel.tsx'
import { BudgetPanel } from './BudgetPanel.tsx'
import { CallTimesPanel } from './CallTimesPanel.tsx'
import { CampaignActions } from './CampaignActions.tsx'
import { CampaignFigures, CampaignOutcome } from './CampaignFigures.tsx'
import { CampaignFunnel } from './CampaignFunnel.tsx'
import { StateLine } from './CampaignState.tsx'
import { campaignStatusLook } from './campaign-status.ts'
import { ExpectedFinish } from './ExpectedFinish.tsx'
import { LiftPanel } from './LiftPanel.tsx'
import { LOOK_AGAIN_MS } from './look-again.ts'
import { PausedReason } from './PausedReason.tsx'
import { TranscriptSearch } from './TranscriptSearch.tsx'

const CampaignSetUp = lazily(async () => (await import('./CampaignSetUp.tsx')).CampaignSetUp)

const crumbs = [{ label: 'Campaigns', to: '/campaigns' }]

const first = { tab: 'results' }

/** One campaign: activity and results, its calls, and its settings. */
export function CampaignPage(): ReactElement {
  const { id = '' } = useParams()
  const number = recordId(id)
  const read = useRead(
    getCampaign,
    { params: { id: number ?? 0 } },
    {
      enabled: number !== null,
      refetchInterval: LOOK_AGAIN_MS,
      refetchWhile: ({ lastMinute }) => lastMinute > 0,
    },
  )
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
  const [{ tab }, set] = useUrlState(first)
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
      <div className="-mt-3 mb-4 flex flex-col gap-3">
        <StateLine campaign={campaign} />
        <ExpectedFinish campaign={campaign} />
        <PausedReason campaign={campaign} />
      </div>
      <Tabs
        label="Parts of the campaign"
        value={tab === 'setup' ? tab : first.tab}
        onChange={(next) => set({ tab: next }, { push: true })}
        tabs={[
          { value: 'results', label: 'Results', content: <Results campaign={campaign} /> },
          { value: 'setup', label: 'Set-up', content: <CampaignSetUp campaign={campaign} /> },
        ]}
      />
      <CallPanel />
    </>
  )
}

function Results({ campaign }: { campaign: Campaign }): ReactElement {
  const [filters, setFilters] = useUrlState(interactionFilters)
  const { isPending } = useLiveCalls(campaign.id)
  return (
    <div className="flex flex-col gap-4">
      <CampaignFigures campaign={campaign} />
      {campaign.budgetUse && campaign.budget && (
        <BudgetPanel budget={campaign.budget} use={campaign.budgetUse} />
      )}
      <div className="grid gap-4 *:min-w-0 lg:grid-cols-2">
        <CampaignFunnel campaign={campaign} />
        <CampaignOutcome campaign={campaign} />
      </div>
      <LiveCalls campaignId={campaign.id} />
      <Below isReady={!isPending}>
        <Later className="min-h-80">
          <CallTimesPanel campaign={campaign} />
        </Later>
        <Later className="min-h-40">
          <TranscriptSearch campaignId={campaign.id} />
          <BestHoursPanel campaignId={campaign.id} isOn={campaign.preferBestHours} />
          <LiftPanel campaignId={campaign.id} />
        </Later>
        <div id="interactions" className="min-w-0">
          <Later className="min-h-screen">
            <InteractionsTable filters={filters} onFilter={setFilters} campaignId={campaign.id} />
          </Later>
        </div>
      </Below>
    </div>
  )
}
