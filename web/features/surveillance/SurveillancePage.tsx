import { FileText, ScanSearch } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { listLicensees } from '#contract/surveillance/living-registers.ts'
import { listFeeds } from '#contract/surveillance/mentions.ts'
import { listRegisters } from '#contract/surveillance/registers.ts'
import { flaggedBrokers, runManualCheck, surveillanceStats } from '#contract/surveillance/surveillance.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList, useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { CaseTabs } from '#web/features/cases/CaseTabs.tsx'
import { SealsPanel } from '#web/features/seals/SealsPanel.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { Below } from '#web/ui/Below.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { ComplianceDialogs } from './ComplianceDialogs.tsx'
import { FindingsOfMany } from './FindingsOfMany.tsx'
import { FLAGGED_PAGE, FlaggedBrokers } from './FlaggedBrokers.tsx'
import { LicenseesPanel } from './LicenseesPanel.tsx'
import { MentionsPanel } from './MentionsPanel.tsx'
import { RegistersPanel } from './RegistersPanel.tsx'
import { RiskPanel, useRiskOverTime } from './RiskPanel.tsx'
import { RunProgress } from './RunProgress.tsx'
import { SurveillanceFigures } from './SurveillanceFigures.tsx'
import { Failures, Warnings } from './Warnings.tsx'

const ComplianceReportDialog = lazily(
  async () => (await import('./ComplianceReportDialog.tsx')).ComplianceReportDialog,
)

/** As specified; live changes arrive immediately. */
const STATS_MS = 30_000

/** Compliance of brokers: licences, bans and mentions, with the evidence. */
export function SurveillancePage(): ReactElement {
  const { data, isPending, isError } = useRead(surveillanceStats, undefined, { refetchInterval: STATS_MS })
  // the height of each depends on its data
  const below = [useRiskOverTime(), useRead(listRegisters), useRead(listLicensees), useRead(listFeeds)]
  const flagged = useList(flaggedBrokers, { query: { limit: FLAGGED_PAGE } })
  const isSettled = !flagged.isLoading && below.every((read) => !read.isPending)
  return (
    <>
      <PageHeader
        title="Broker Surveillance"
        subtitle="Checks brokers against ASIC’s registers. Only a person can suspend a broker."
        actions={
          <>
            <MonthlyReport />
            <ManualCheck isRunning={data?.run?.status === 'running'} />
          </>
        }
      />
      <CaseTabs />
      <div className="flex flex-col gap-4">
        {isPending ? (
          <Skeleton className="h-40" />
        ) : (
          <>
            <Failures failures={data?.failures ?? []} />
            <Warnings warnings={data?.warnings ?? []} />
            <SurveillanceFigures stats={data} isFailed={isError} />
            {data?.run?.status === 'running' && <RunProgress run={data.run} />}
          </>
        )}
        <Below isReady={!isPending}>
          <FindingsOfMany />
          <FlaggedBrokers />
        </Below>
        <Below isReady={!isPending && isSettled}>
          <RiskPanel />
          <RegistersPanel />
          <LicenseesPanel />
          <MentionsPanel />
          <SealsPanel />
        </Below>
      </div>
      <ComplianceDialogs />
    </>
  )
}

function MonthlyReport(): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal('access_log.read')
  return (
    <>
      <Button icon={FileText} disabledReason={refusal} onClick={() => setOpen(true)}>
        Monthly report
      </Button>
      {isOpen && <ComplianceReportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ManualCheck({ isRunning }: { isRunning: boolean }): ReactElement {
  const refusal = useRefusal('surveillance.check')
  const start = useWrite(runManualCheck, {
    onSuccess: ({ total }) => toastSuccess(`Checking ${formatNumber(total)} brokers in the background`),
    onError: (error) => toastError(messageOf(error, 'Failed to start surveillance check'), 'Check Failed'),
  })
  return (
    <Button
      variant="primary"
      icon={ScanSearch}
      disabledReason={refusal ?? (isRunning ? 'A check of all brokers is under way.' : null)}
      pending={start.isPending}
      pendingText="Starting..."
      onClick={() => start.mutate({})}
    >
      Run Manual Check
    </Button>
  )
}
