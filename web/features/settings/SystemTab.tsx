import type { ReactElement } from 'react'
import { systemInfo } from '#contract/system/system.ts'
import { useRead } from '#web/api/use-read.ts'
import { TeamPart } from '#web/features/team/TeamPart.tsx'
import { StatusDot } from '#web/ui/Badge.tsx'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { AuditLog } from './AuditLog.tsx'
import { BrandPanel } from './BrandPanel.tsx'
import { BackupsPart } from './backups/BackupsPart.tsx'
import { FailedJobs } from './FailedJobs.tsx'
import { JobLog } from './JobLog.tsx'
import { OrganisationPanel } from './OrganisationPanel.tsx'
import { RetentionPart } from './retention/RetentionPart.tsx'
import { SettingsParts } from './SettingsParts.tsx'
import { SignOnPart } from './sign-on/SignOnPart.tsx'

const stack = 'flex flex-col gap-4'

const parts = [
  {
    value: 'organisation',
    label: 'Organisation',
    content: (
      <div className={stack}>
        <SystemFacts />
        <OrganisationPanel />
        <BrandPanel />
      </div>
    ),
  },
  {
    value: 'jobs',
    label: 'Jobs',
    content: (
      <div className={stack}>
        <FailedJobs />
        <JobLog />
      </div>
    ),
  },
  { value: 'audit', label: 'Audit log', content: <AuditLog /> },
  { value: 'backups', label: 'Backups', content: <BackupsPart /> },
  { value: 'retention', label: 'Data retention', content: <RetentionPart /> },
  { value: 'team', label: 'Team', content: <TeamPart /> },
  { value: 'sign-on', label: 'Sign-on', content: <SignOnPart /> },
]

export function SystemTab(): ReactElement {
  return <SettingsParts label="Parts of the system" parts={parts} />
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
        note={data && data.service !== 'Active' && <StatusDot tone="red" label="No worker is running" />}
      />
    </StatRow>
  )
}
