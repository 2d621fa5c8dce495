import { Plus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { dashboardStats } from '#contract/dashboard/dashboard.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { ExportButton } from '#web/features/calls/ExportButton.tsx'
import { interactionFilters } from '#web/features/calls/interaction-filters.ts'
import { LiveCalls, useLiveCalls } from '#web/features/calls/LiveCalls.tsx'
import { SetupChecklist } from '#web/features/setup/SetupChecklist.tsx'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Below } from '#web/ui/Below.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Later } from '#web/ui/Later.tsx'
import { lazily, lazyDialog, lazyPanel } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { ActiveCampaigns } from './ActiveCampaigns.tsx'
import { DashboardFigures } from './DashboardFigures.tsx'
import { NeedsPanel } from './NeedsPanel.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { TodayPanel } from './TodayPanel.tsx'
import { useNeeds } from './use-needs.ts'

const CreateCampaignDialog = lazyDialog(
  async () => (await import('#web/features/campaigns/CreateCampaignDialog.tsx')).CreateCampaignDialog,
)

/** Below all else, and heavy with its table. */
const InteractionsTable = lazily(
  async () => (await import('#web/features/calls/InteractionsTable.tsx')).InteractionsTable,
)

const CallPanel = lazyPanel(async () => (await import('#web/features/calls/CallPanel.tsx')).CallPanel)

/** The dashboard: open items, figures, active campaigns, recent activity and all calls. */
export function DashboardPage(): ReactElement {
  const [isCreating, setCreating] = useState(false)
  const [filters, setFilters] = useUrlState(interactionFilters)
  const refusal = useRefusal('campaigns.write')
  const call = useOpenRecord('call')
  const isLoading = useRead(dashboardStats).isPending
  const needs = useNeeds()
  const isLoadingCalls = useLiveCalls().isPending
  return (
    <>
      <PageHeader
        title="Campaign Dashboard"
        subtitle="Monitor your broker activation campaigns in real time."
        actions={
          <>
            <ExportButton filters={filters} />
            <Button variant="primary" icon={Plus} disabledReason={refusal} onClick={() => setCreating(true)}>
              New Campaign
            </Button>
          </>
        }
      />
      {isLoading && (
        <Loading text="Loading dashboard...">
          {/* each part below has a skeleton of its own */}
          <span />
        </Loading>
      )}
      <SetupChecklist />
      <div className="flex flex-col gap-4">
        <NeedsPanel needs={needs} />
        <Below isReady={!needs.isLoading}>
          <DashboardFigures />
          <TodayPanel />
          <div className="grid gap-4 lg:grid-cols-[3fr_2fr] *:min-w-0">
            <ActiveCampaigns />
            <RecentActivity />
          </div>
          <LiveCalls />
        </Below>
        <Below isReady={!needs.isLoading && !isLoadingCalls}>
          <div id="interactions" className="min-w-0">
            <Later className="min-h-screen">
              <InteractionsTable
                filters={filters}
                onFilter={setFilters}
                action={<ButtonLink to="/campaigns">Go to Campaigns</ButtonLink>}
              />
            </Later>
          </div>
        </Below>
      </div>
      {call.isOpen && <CallPanel />}
      {isCreating && <CreateCampaignDialog onClose={() => setCreating(false)} />}
    </>
  )
}
