import { CheckCircle2, RotateCw } from 'lucide-react'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import { failedJobs, retryJob } from '#contract/system.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

type Job = z.output<typeof failedJobs.returns>[number]

const POLL_MS = 15_000

const columns: readonly Column<Job>[] = [
  {
    id: 'task',
    header: 'Job',
    cell: (job) => <span className="font-medium">{job.task}</span>,
    value: (job) => job.task,
    width: '14rem',
    phone: 'title',
  },
  { id: 'lastError', header: 'Last error', cell: (job) => job.lastError, wrap: true, phone: 'plain' },
  {
    id: 'attempts',
    header: 'Attempts',
    cell: (job) => `${job.attempts} of ${job.maxAttempts}`,
    value: (job) => job.attempts,
    width: '6.5rem',
  },
  {
    id: 'state',
    header: 'Next step',
    cell: (job) => (job.attempts >= job.maxAttempts ? 'Gave up' : 'Retries automatically'),
    value: (job) => job.maxAttempts - job.attempts,
    width: '11rem',
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: (job) => <RelativeTime when={job.createdAt} />,
    value: (job) => new Date(job.createdAt).getTime(),
    width: '8rem',
    wide: true,
  },
  { id: 'actions', header: 'Actions', cell: (job) => <RetryButton job={job} />, width: '6.5rem' },
]

/** Background jobs whose last run failed. */
export function FailedJobs(): ReactElement {
  // failed jobs are not announced by the live stream
  const list = useRead(failedJobs, undefined, { refetchInterval: POLL_MS })
  const hasJobs = list.data ? list.data.length > 0 : true
  if (!hasJobs) {
    return (
      <Panel title="Failed jobs">
        <p className="flex items-center gap-2 text-ink-soft">
          <CheckCircle2 aria-hidden className="size-4 text-green-ink" strokeWidth={1.75} />
          No failed jobs
        </p>
      </Panel>
    )
  }
  return (
    <Panel title="Failed jobs" flush>
      <DataTable
        id="failed-jobs"
        label="Failed jobs"
        noun="jobs"
        columns={columns}
        rowKey={(job: Job) => job.id}
        rows={list.data}
        error={list.data ? null : list.error}
        onRetry={() => void list.refetch()}
        loadingText="Loading jobs..."
        toolbar={<p className="text-ink-soft">Jobs that gave up wait for you to retry them.</p>}
        empty={null}
      />
    </Panel>
  )
}

function RetryButton({ job }: { job: Job }): ReactElement {
  const refusal = useRefusal('jobs.retry')
  const retry = useWrite(retryJob, {
    onSuccess: () => toastSuccess(`${job.task} is running again`),
    onError: (error) => toastError(messageOf(error, 'Failed to retry the job')),
  })
  return (
    <Button
      size="sm"
      icon={RotateCw}
      aria-label={`Retry ${job.task}`}
      disabledReason={refusal}
      pending={retry.isPending}
      onClick={() => retry.mutate({ params: { id: job.id } })}
    >
      Retry
    </Button>
  )
}
