import type { ReactElement } from 'react'
import { systemInfo } from '#contract/system/system.ts'
import { useRead } from '#web/api/use-read.ts'
import { SetupPanel } from '#web/features/setup/SetupPanel.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { QuickActions } from './QuickActions.tsx'
import { ServiceSummary } from './ServiceSummary.tsx'

export function OverviewTab(): ReactElement {
  const { data, isError } = useRead(systemInfo)
  const figure = (value: number | undefined): string | undefined =>
    value === undefined && !isError ? undefined : formatNumber(value)
  return (
    <div className="flex flex-col gap-4">
      <StatRow label="Platform stats">
        <StatCard
          label="Brokers"
          value={figure(data?.platform.brokers)}
          to="/brokers"
          note="In the directory"
        />
        <StatCard
          label="Campaigns"
          value={figure(data?.platform.campaigns)}
          to="/campaigns"
          note="In any state"
        />
        <StatCard
          label="Calls"
          value={figure(data?.platform.calls)}
          to="/dashboard"
          note="Without test calls"
        />
      </StatRow>
      <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-[2fr_1fr]">
        <ServiceSummary />
        <QuickActions />
      </div>
      <SetupPanel />
    </div>
  )
}
