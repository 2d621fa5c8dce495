import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { type Campaign, listCampaigns } from '#contract/campaigns.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { CampaignProgress } from '#web/features/campaigns/CampaignProgress.tsx'
import { campaignStatusLook } from '#web/features/campaigns/campaign-status.ts'
import { formatNumber } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/paths.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const TestCallDialog = lazily(
  async () => (await import('#web/features/calls/TestCallDialog.tsx')).TestCallDialog,
)

const SHOWN = 3

/** The three newest active campaigns and their progress. */
export function ActiveCampaigns(): ReactElement {
  const [testing, setTesting] = useState<Campaign | null>(null)
  const { data, error, refetch } = useRead(listCampaigns, { query: { status: 'active', limit: SHOWN } })
  return (
    <Panel
      title="Active Campaigns"
      flush
      actions={
        <Link to="/campaigns" className="rounded text-xs text-link underline-offset-2 hover:underline">
          All campaigns
        </Link>
      }
    >
      {data?.length === 0 && (
        <EmptyState title="No active campaigns">Campaigns that call brokers show here.</EmptyState>
      )}
      {data && data.length > 0 && (
        <ul>
          {data.slice(0, SHOWN).map((campaign) => (
            <li key={campaign.id} className="border-t border-line px-4 py-3 first:border-t-0">
              <ActiveCampaign campaign={campaign} onTest={() => setTesting(campaign)} />
            </li>
          ))}
        </ul>
      )}
      {!data && error && (
        <ErrorState title="The campaigns could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ActiveCampaignsSkeleton />}
      {testing && <TestCallDialog campaign={testing} onClose={() => setTesting(null)} />}
    </Panel>
  )
}

function ActiveCampaign({ campaign, onTest }: { campaign: Campaign; onTest: () => void }): ReactElement {
  const refusal = useRefusal('calls.dial')
  const status = campaignStatusLook(campaign.status)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex items-center gap-2">
            <StatusDot tone={status.tone} label={status.label} hideLabel />
            <Link
              to={pathTo.campaign(campaign.id)}
              className="truncate rounded font-medium hover:text-link hover:underline"
            >
              {campaign.name}
            </Link>
          </p>
          <p className="tabular mt-0.5 pl-4 text-xs text-ink-soft">
            {campaign.product}
            <span aria-hidden> · </span>
            <LiveValue
              value={`${formatNumber(campaign.callsCompleted)}/${formatNumber(campaign.totalCalls)}`}
            />{' '}
            calls completed
          </p>
        </div>
        <Button size="sm" disabledReason={refusal} onClick={onTest}>
          Test Call
          <span className="sr-only"> for {campaign.name}</span>
        </Button>
      </div>
      <div className="pl-4">
        <CampaignProgress campaign={campaign} />
      </div>
    </div>
  )
}

function ActiveCampaignsSkeleton(): ReactElement {
  return (
    <div aria-hidden className="flex flex-col gap-6 px-4 py-4">
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-2" />
        </div>
      ))}
    </div>
  )
}
