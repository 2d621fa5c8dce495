import type { ReactElement } from 'react'
import { systemInfo } from '#contract/system.ts'
import { useRead } from '#web/api/use-read.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { AuditLog } from './AuditLog.tsx'
import { BrandPanel } from './BrandPanel.tsx'
import { FailedJobs } from './FailedJobs.tsx'
import { JobLog } from './JobLog.tsx'
import { OrganisationPanel } from './OrganisationPanel.tsx'
import { PeopleAndData } from './PeopleAndData.tsx'

export function SystemTab(): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <SystemFacts />
      <PeopleAndData />
      <OrganisationPanel />
      <BrandPanel />
      <FailedJobs />
      <JobLog />
      <AuditLog />
    </div>
  )
}

function SystemFacts(): ReactElement {
  const { data, isError } = useRead(systemInfo)
  const value = (text: string | undefined): string | undefined => text ?? (isError ? 'Unknown' : undefined)
  return (
    <StatRow label="System">
      <StatCard label="Version" value={value(data?.version)} />
      <StatCard label="Environment" value={value(data?.environment)} />
      <StatCard label="Database" value={value(data?.database)} />
      <StatCard
        label="Service"
        value={value(data?.service)}
        note={
          data && (
            <StatusDot
              tone={data.service === 'Active' ? 'green' : 'red'}
              label={data.service === 'Active' ? 'Running' : 'No worker is running'}
            />
          )
        }
      />
    </StatRow>
  )
}
