import { CheckCircle2, RotateCw } from 'lucide-react'
import type { ReactElement } from 'react'
import { jobText } from '#contract/system/job-labels.ts'
import { failedJobs, listJobRuns, retryAllJobs, retryJob } from '#contract/system/system.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

type Job = AnswerOf<typeof failedJobs>[number]

const POLL_MS = 15_000

const columns: readonly Column<Job>[] = [
  {
    id: 'task',
    header: 'Job',
    cell: (job) => (
      <span className="font-medium" title={job.task}>
        {jobText(job.task)}
      </span>
    ),
    width: '14rem',
    wrap: true,
    phone: 'title',
  },
  { id: 'lastError', header: 'Last error', cell: (job) => job.lastError, wrap: true, phone: 'second' },
  {
    id: 'attempts',
    header: 'Attempts',
    cell: (job) => `${job.attempts} of ${job.maxAttempts}`,
    align: 'end',
    width: '6.5rem',
  },
  {
    id: 'state',
    header: 'Next step',
    cell: (job) => (job.attempts >= job.maxAttempts ? 'Gave up' : 'Retries automatically'),
    width: '11rem',
    phone: 'second',
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: (job) => <RelativeTime when={job.createdAt} />,
    width: '8rem',
    wide: true,
  },
  { id: 'actions', header: 'Actions', cell: (job) => <RetryButton job={job} />, width: '6.5rem' },
]

/** Background jobs whose last run failed. */
export function FailedJobs(): ReactElement {
  // failed jobs are not announced by the live stream
  const list = useList(failedJobs, {}, { refetchInterval: POLL_MS })
  // usually there are none: while it loads it has the height of that line
  if (!list.items && !list.error) {
    return (
      <section aria-label="Failed jobs" className="rounded-lg border border-line bg-surface px-4 py-3">
        <Loading text="Loading jobs...">
          <Skeleton className="h-5 w-32" />
        </Loading>
      </section>
    )
  }
  if (list.items?.length === 0) {
    return (
      <section
        aria-label="Failed jobs"
        className="flex items-center gap-2 rounded-lg border border-line bg-surface px-4 py-3"
      >
        <CheckCircle2 aria-hidden className="size-4 shrink-0 text-green-ink" strokeWidth={1.75} />
        <p>
          <span className="font-medium">No failed jobs</span>
          <LastRun />
        </p>
      </section>
    )
  }
  return (
    <Panel title="Failed jobs" actions={list.items && <RetryAllButton />} flush>
      <DataTable
        id="failed-jobs"
        label="Failed jobs"
        noun="jobs"
        columns={columns}
        rowKey={(job: Job) => job.id}
        {...listProps(list)}
        loadingText="Loading jobs..."
        toolbar={<p className="text-ink-soft">Jobs that gave up have to be retried here.</p>}
        empty={null}
      />
    </Panel>
  )
}

/** Shows that the jobs run. */
function LastRun(): ReactElement | null {
  const [run] = useList(listJobRuns, { query: { limit: 1 } }, { refetchInterval: POLL_MS }).items ?? []
  if (!run) return null
  return (
    <span className="text-ink-soft">
      {' · '}Last run: {jobText(run.task)}, <RelativeTime when={run.startedAt} wording="activity" />
    </span>
  )
}

function RetryAllButton(): ReactElement {
  const refusal = useRefusal('jobs.retry')
  const retry = useWrite(retryAllJobs, {
    refresh: ['system'],
    onSuccess: ({ retried }) =>
      toastSuccess(
        retried === 0 ? 'No job had to be retried' : `${countOf(retried, 'job')} will run again now`,
      ),
    onError: (error) => toastError(messageOf(error, 'Failed to retry the jobs')),
  })
  return (
    <Button
      size="sm"
      icon={RotateCw}
      disabledReason={refusal}
      pending={retry.isPending}
      onClick={() => retry.mutate({})}
    >
      Retry all
    </Button>
  )
}

function RetryButton({ job }: { job: Job }): ReactElement {
  const refusal = useRefusal('jobs.retry')
  const retry = useWrite(retryJob, {
    onSuccess: () => toastSuccess(`${jobText(job.task)}: running again`),
    onError: (error) => toastError(messageOf(error, 'Failed to retry the job')),
  })
  return (
    <Button
      size="sm"
      icon={RotateCw}
      aria-label={`Retry: ${jobText(job.task)}`}
      disabledReason={refusal}
      pending={retry.isPending}
      onClick={() => retry.mutate({ params: { id: job.id } })}
    >
      Retry
    </Button>
  )
}
