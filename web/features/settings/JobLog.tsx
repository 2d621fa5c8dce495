import { History } from 'lucide-react'
import type { ReactElement } from 'react'
import { jobText } from '#contract/system/job-labels.ts'
import { type JobRun, listJobKinds, listJobRuns } from '#contract/system/system.ts'
import type { Total } from '#web/api/call.ts'
import { useList, useRead } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatTotal } from '#web/lib/format.ts'
import { countChanged, useUrlState } from '#web/lib/use-url-state.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Filters } from '#web/ui/Filters.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { type Option, Select } from '#web/ui/SelectField.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import type { Tone } from '#web/ui/tone.ts'
import { tookText } from './took-text.ts'

const POLL_MS = 15_000
const PAGE_SIZE = 25
/** Scheduled runs that succeed are thousands a day: they show on request only. */
const filters = { job: '', result: '', origin: 'staff' }
const everything = { ...filters, origin: 'all' }

const results: Record<JobRun['result'], { label: string; tone: Tone }> = {
  done: { label: 'Done', tone: 'green' },
  failed: { label: 'Failed, retries automatically', tone: 'amber' },
  gave_up: { label: 'Gave up', tone: 'red' },
}

const resultOptions: readonly Option[] = [
  { value: '', label: 'All results' },
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Failed' },
]

const originOptions: readonly Option[] = [
  { value: 'staff', label: 'Failed or by staff' },
  { value: 'all', label: 'All runs' },
  { value: 'event', label: 'Not scheduled' },
  { value: 'schedule', label: 'Scheduled' },
]

const columns: readonly Column<JobRun>[] = [
  {
    id: 'task',
    header: 'Job',
    cell: (run) => (
      <span className="font-medium" title={run.task}>
        {jobText(run.task)}
      </span>
    ),
    always: true,
    phone: 'title',
    wrap: true,
  },
  {
    id: 'result',
    header: 'Result',
    cell: (run) => (
      <>
        <StatusDot {...results[run.result]} wrap />
        {run.error && <span className="block break-words text-ink-soft">{run.error}</span>}
      </>
    ),
    wrap: true,
    phone: 'second',
  },
  {
    id: 'origin',
    header: 'Started by',
    cell: ({ scheduled }) => (scheduled ? 'Schedule' : 'Event'),
    width: '7rem',
    wide: true,
  },
  {
    id: 'attempt',
    header: 'Attempt',
    cell: ({ attempt }) => attempt,
    align: 'end',
    width: '6rem',
    hidden: true,
  },
  {
    id: 'took',
    header: 'Took',
    cell: ({ milliseconds }) => tookText(milliseconds),
    width: '6rem',
    align: 'end',
  },
  {
    id: 'at',
    header: 'When',
    cell: (run) => <RelativeTime when={run.startedAt} />,
    width: '9rem',
    phone: 'aside',
  },
  {
    id: 'exact',
    header: 'Exact time',
    cell: (run) => formatDateTime(run.startedAt),
    width: '15rem',
    hidden: true,
  },
]

const names = ['job', 'result', 'origin'] as const

/** With the number of failed runs, once it is loaded. */
const resultsWith = (failed: Total | undefined): readonly Option[] =>
  failed === undefined
    ? resultOptions
    : resultOptions.map((option) =>
        option.value === 'failed' ? { ...option, label: `Failed (${formatTotal(failed)})` } : option,
      )

const labelIn = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value

/** Runs of background jobs: time, duration and result. */
export function JobLog(): ReactElement {
  const [{ job, result, origin }, setFilters] = useUrlState(filters)
  const known = <Value extends string>(text: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === text)
  const query = {
    ...(job && { task: job }),
    result: known(result, ['done', 'failed']),
    origin: known(origin, ['staff', 'schedule', 'event']),
    limit: PAGE_SIZE,
  }
  const list = useList(listJobRuns, { query }, { refetchInterval: POLL_MS })
  const failed = useList(listJobRuns, { query: { result: 'failed', limit: 1 } }, { refetchInterval: POLL_MS })
  const isDefault = query.result === undefined && query.origin === 'staff' && job === ''
  const active = [
    job && jobText(job),
    query.result && labelIn(resultOptions, query.result),
    labelIn(originOptions, origin),
  ].filter(Boolean)
  return (
    <Panel title="Job log" flush>
      <DataTable
        id="job-log"
        label="Job log"
        noun="runs"
        columns={columns}
        rowKey={(run: JobRun) => run.id}
        {...listProps(list)}
        loadingText="Loading the job log..."
        isFiltered={!isDefault && countChanged({ job, result, origin }, everything, names) > 0}
        onClearFilters={() => setFilters(everything)}
        toolbar={
          <>
            <Filters
              count={countChanged({ job, result, origin }, filters, names)}
              onClear={() => setFilters(filters)}
            >
              <KindSelect
                value={job}
                shown={(list.items ?? []).map(({ task }) => task)}
                onChange={(next) => setFilters({ job: next })}
              />
              <Select
                aria-label="Result"
                options={resultsWith(failed.items && failed.total)}
                value={query.result ?? ''}
                onChange={(event) => setFilters({ result: event.target.value })}
              />
              <Select
                aria-label="Started by"
                options={originOptions}
                value={query.origin ?? ''}
                onChange={(event) => setFilters({ origin: event.target.value })}
              />
            </Filters>
            {/* on a phone the filters are behind their button */}
            {active.length > 0 && (
              <span className="min-w-0 text-xs text-ink-soft md:hidden">{active.join(', ')}</span>
            )}
          </>
        }
        empty={
          isDefault ? (
            <EmptyState
              icon={History}
              title="No run failed, and staff started none"
              action={<Button onClick={() => setFilters(everything)}>Show all runs</Button>}
            >
              Failed runs and jobs that staff start are listed here.
            </EmptyState>
          ) : (
            <EmptyState icon={History} title="No job has run yet">
              Every run of a background job is listed here with its result.
            </EmptyState>
          )
        }
      />
    </Panel>
  )
}

function KindSelect({
  value,
  shown,
  onChange,
}: {
  value: string
  shown: readonly string[]
  onChange: (task: string) => void
}): ReactElement {
  const { data = [] } = useRead(listJobKinds, {}, { refetchInterval: POLL_MS })
  // a job that ran for the first time just now is in the list before it is among the kinds
  const tasks = [...new Set([...data, ...shown, ...(value === '' ? [] : [value])])]
  const named = tasks
    .map((task) => ({ value: task, label: jobText(task) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en-AU'))
  return (
    <Select
      aria-label="Job"
      options={[{ value: '', label: 'All jobs' }, ...named]}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="max-w-72"
    />
  )
}
