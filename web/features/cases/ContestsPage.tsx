import { Scale } from 'lucide-react'
import type { ReactElement } from 'react'
import { automatedDecisions } from '#contract/automated-decisions.ts'
import {
  type Contest,
  contestStatuses,
  contestStatusLabels,
  listContests,
} from '#contract/contests/contests.ts'
import { decisionKinds } from '#contract/decisions/decision-kinds.ts'
import { useList } from '#web/api/use-read.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { countChanged, useUrlState } from '#web/lib/use-url-state.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterBar, Filters } from '#web/ui/Filters.tsx'
import { lazyPanel } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { CaseTabs } from './CaseTabs.tsx'
import { contestTone } from './case-labels.ts'
import { Deadline } from './Deadline.tsx'

const ContestPanel = lazyPanel(async () => (await import('./ContestPanel.tsx')).ContestPanel)

const LIST = 'contests'
const filters = { q: '', status: '', kind: '' }
const statusOptions = [
  { value: '', label: 'All states' },
  ...contestStatuses.map((value) => ({ value, label: contestStatusLabels[value] })),
]
const kindOptions = [
  { value: '', label: 'All decisions' },
  ...decisionKinds.map((value) => ({ value, label: automatedDecisions[value].label })),
]

/** Contests of automated decisions, with the reasons that staff answer them with. */
export function ContestsPage(): ReactElement {
  const { isOpen } = useOpenRecord('contest')
  return (
    <>
      <PageHeader
        title="Contests"
        subtitle="People who disagree with a decision that a program made or prepared. A person answers each with reasons."
      />
      <CaseTabs />
      <ContestTable />
      {isOpen && <ContestPanel />}
    </>
  )
}

function ContestTable(): ReactElement {
  const [chosen, choose] = useUrlState(filters)
  const { id, open } = useOpenRecord('contest')
  const status = contestStatuses.find((one) => one === chosen.status)
  const kind = decisionKinds.find((one) => one === chosen.kind)
  const list = useList(listContests, { query: { q: chosen.q, status, kind } })
  return (
    <Panel title="Contests" flush hideTitle>
      <DataTable
        id={LIST}
        label="Contests"
        noun="contests"
        columns={contestColumns}
        rowKey={(contest: Contest) => contest.id}
        {...listProps(list)}
        loadingText="Loading contests..."
        isFiltered={Boolean(chosen.q || status || kind)}
        onClearFilters={() => choose(filters)}
        onOpen={(contest) => open(contest.id, LIST)}
        openLabel={({ name }) => `Open the contest of ${name}`}
        selectedKey={id}
        toolbar={
          <FilterBar>
            <SearchField label="Search contests" value={chosen.q} onChange={(q) => choose({ q })} />
            <Filters
              count={countChanged(chosen, filters, ['status', 'kind'])}
              onClear={() => choose({ status: '', kind: '' })}
            >
              <Select
                aria-label="State"
                options={statusOptions}
                value={status ?? ''}
                onChange={(event) => choose({ status: event.target.value })}
              />
              <Select
                aria-label="Decision"
                options={kindOptions}
                value={kind ?? ''}
                onChange={(event) => choose({ kind: event.target.value })}
              />
            </Filters>
          </FilterBar>
        }
        empty={
          <EmptyState icon={Scale} title="No contests">
            A contest appears here when a person contests a decision in the portal, or by the link in a
            message.
          </EmptyState>
        }
      />
    </Panel>
  )
}

const contestColumns: readonly Column<Contest>[] = [
  {
    id: 'name',
    header: 'Person',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
    width: '12rem',
    always: true,
    phone: 'title',
  },
  {
    id: 'decision',
    header: 'Decision',
    cell: ({ label, decision }) => (
      <span className="flex min-w-0 flex-col">
        <span className="text-xs text-ink-soft">{label}</span>
        <span className="break-words">{decision}</span>
      </span>
    ),
    wrap: true,
    phone: 'second',
    onPhone: ({ decision }) => decision,
  },
  {
    id: 'status',
    header: 'State',
    cell: ({ status }) => <StatusDot tone={contestTone(status)} label={contestStatusLabels[status]} />,
    width: '11rem',
    phone: 'second',
    // the deadline says that one is open
    onPhone: ({ status }) => status !== 'open' && contestStatusLabels[status],
  },
  {
    id: 'dueOn',
    header: 'Answer',
    cell: ({ status, dueOn, answeredAt }) =>
      status === 'open' ? <Deadline dueOn={dueOn} /> : <RelativeTime when={answeredAt} />,
    width: '12rem',
    phone: 'second',
    onPhone: ({ status, dueOn }) => status === 'open' && <Deadline dueOn={dueOn} />,
  },
  {
    id: 'madeAt',
    header: 'Made',
    cell: ({ madeAt }) => <RelativeTime when={madeAt} />,
    width: '8rem',
    phone: 'aside',
  },
]
