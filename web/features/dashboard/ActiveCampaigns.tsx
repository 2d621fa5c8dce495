import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { type Campaign, listCampaigns } from '#contract/campaigns/campaigns.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { CampaignState } from '#web/features/campaigns/CampaignState.tsx'
import { callRefusal, campaignStatusLook } from '#web/features/campaigns/campaign-status.ts'
import { LOOK_AGAIN_MS } from '#web/features/campaigns/look-again.ts'
import { useSetStatus } from '#web/features/campaigns/use-set-status.ts'
import { formatNumber } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const TestCallDialog = lazyDialog(
  async () => (await import('#web/features/calls/TestCallDialog.tsx')).TestCallDialog,
)

const CallDialog = lazyDialog(async () => (await import('#web/features/campaigns/CallDialog.tsx')).CallDialog)
const EditCampaignDialog = lazyDialog(
  async () => (await import('#web/features/campaigns/EditCampaignDialog.tsx')).EditCampaignDialog,
)

const SHOWN = 3

type Opened = { what: 'test' | 'call' | 'edit'; campaign: Campaign }

/** The three newest active campaigns: activity, results and next calls. */
export function ActiveCampaigns(): ReactElement {
  const [opened, setOpened] = useState<Opened | null>(null)
  const { data, error, refetch } = useRead(
    listCampaigns,
    { query: { status: 'active', limit: SHOWN } },
    {
      refetchInterval: LOOK_AGAIN_MS,
      refetchWhile: (shown) => shown.some(({ lastMinute }) => lastMinute > 0),
    },
  )
  const close = (): void => setOpened(null)
  return (
    <Panel
      title="Active Campaigns"
      flush
      actions={
        <Link to="/campaigns" className="link text-xs">
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
              <ActiveCampaign campaign={campaign} onOpen={(what) => setOpened({ what, campaign })} />
            </li>
          ))}
        </ul>
      )}
      {!data && error && (
        <ErrorState title="The campaigns could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ActiveCampaignsSkeleton />}
      {opened?.what === 'test' && <TestCallDialog campaign={opened.campaign} onClose={close} />}
      {opened?.what === 'call' && <CallDialog campaign={opened.campaign} onClose={close} />}
      {opened?.what === 'edit' && <EditCampaignDialog campaign={opened.campaign} onClose={close} />}
    </Panel>
  )
}

interface ActiveCampaignProps {
  campaign: Campaign
  onOpen: (what: Opened['what']) => void
}

function ActiveCampaign({ campaign, onOpen }: ActiveCampaignProps): ReactElement {
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
          <p className="mt-0.5 flex min-w-0 gap-x-1 pl-4 text-xs text-ink-soft max-md:flex-col">
            <span className="truncate">{campaign.product}</span>
            <span aria-hidden className="max-md:hidden">
              ·
            </span>
            <span className="shrink-0">
              <LiveValue
                value={`${formatNumber(campaign.callsCompleted)}/${formatNumber(campaign.totalCalls)}`}
              />{' '}
              calls completed
            </span>
          </p>
        </div>
        <div className="flex shrink-0 gap-2">
          <Button size="sm" disabledReason={refusal} onClick={() => onOpen('test')}>
            Test Call
            <span className="sr-only"> for {campaign.name}</span>
          </Button>
          <NextAction campaign={campaign} onOpen={onOpen} />
        </div>
      </div>
      <div className="pl-4">
        <CampaignState campaign={campaign} legend />
      </div>
    </div>
  )
}

/** Call where no broker waits, Start where it was paused, Edit while it calls. */
function NextAction({ campaign, onOpen }: ActiveCampaignProps): ReactElement {
  const mayWrite = useRefusal('campaigns.write')
  const mayDial = useRefusal('calls.dial')
  const status = useSetStatus(campaign)
  const name = <span className="sr-only"> {campaign.name}</span>
  if (campaign.status !== 'active') {
    return (
      <Button size="sm" pending={status.pending} disabledReason={mayWrite} onClick={status.run}>
        Start{name}
      </Button>
    )
  }
  const { waiting, inFlight } = campaign.progress
  if (waiting + inFlight > 0) {
    return (
      <Button size="sm" disabledReason={mayWrite} onClick={() => onOpen('edit')}>
        Edit{name}
      </Button>
    )
  }
  return (
    <Button size="sm" disabledReason={mayDial ?? callRefusal(campaign)} onClick={() => onOpen('call')}>
      Call{name}
    </Button>
  )
}

function ActiveCampaignsSkeleton(): ReactElement {
  return (
    <div aria-hidden>
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex flex-col gap-2 border-t border-line px-4 py-3 first:border-t-0">
          <span className="flex h-9.5 flex-col gap-2">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-3 w-1/2" />
          </span>
          <Skeleton className="h-2" />
          <Skeleton className="h-4 w-1/4" />
        </div>
      ))}
    </div>
  )
}
