import { ExternalLink, FileCheck2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { type Application, listApplications } from '#contract/applications.ts'
import { useList } from '#web/api/use-read.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { ApplicationPanel } from './ApplicationPanel.tsx'
import { applicationColumns } from './application-columns.tsx'
import {
  type ApplicationFilters,
  applicationFilters,
  applicationQuery,
  claimedOptions,
  isFiltered,
  knownClaimed,
  knownStatus,
  sortOf,
  statusOptions,
} from './application-filters.ts'
import { fullName } from './application-words.ts'

const LIST = 'applications'
const crumbs = [{ label: 'Brokers', to: '/brokers' }]

/** The queue of accreditation applications. */
export function ApplicationsPage(): ReactElement {
  return (
    <>
      <PageHeader
        title="Applications"
        crumbs={crumbs}
        subtitle="Accreditation applications of brokers, from submission to the decision."
        actions={
          <ButtonLink to="/accreditation" target="_blank" rel="noopener" icon={ExternalLink}>
            Application form
          </ButtonLink>
        }
      />
      <Queue />
      <ApplicationPanel />
    </>
  )
}

function Queue(): ReactElement {
  const [filters, setFilters] = useUrlState(applicationFilters)
  const { id, open } = useOpenRecord('application')
  const list = useList(listApplications, { query: applicationQuery(filters) })
  return (
    <Panel title="Queue" flush>
      <DataTable
        id={LIST}
        label="Applications"
        noun="applications"
        columns={applicationColumns}
        rowKey={(application: Application) => application.id}
        {...listProps(list)}
        loadingText="Loading applications..."
        sort={sortOf(filters)}
        onSort={(sort) => setFilters({ sort })}
        isFiltered={isFiltered(filters)}
        onClearFilters={() => setFilters(applicationFilters)}
        onOpen={(application) => open(application.id, LIST)}
        openLabel={(application) => `Open the application of ${fullName(application)}`}
        selectedKey={id}
        toolbar={<FilterBar filters={filters} onChange={setFilters} />}
        empty={<EmptyQueue isAll={knownStatus(filters.status) === 'all'} />}
      />
    </Panel>
  )
}

function EmptyQueue({ isAll }: { isAll: boolean }): ReactElement {
  return (
    <EmptyState
      icon={FileCheck2}
      title={isAll ? 'No applications yet' : 'No open applications'}
      action={!isAll && <ButtonLink to="/brokers/applications?status=all">All applications</ButtonLink>}
    >
      An application appears here as soon as a broker submits the form.
    </EmptyState>
  )
}

interface FilterBarProps {
  filters: ApplicationFilters
  onChange: (change: Partial<ApplicationFilters>) => void
}

function FilterBar({ filters, onChange }: FilterBarProps): ReactElement {
  return (
    <>
      <SearchField label="Search applications" value={filters.q} onChange={(q) => onChange({ q })} />
      <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
        <Select
          aria-label="Status"
          options={statusOptions}
          value={knownStatus(filters.status)}
          onChange={(event) => onChange({ status: event.target.value, sort: '' })}
        />
        <Select
          aria-label="In hand of"
          options={claimedOptions}
          value={knownClaimed(filters.claimed) ?? ''}
          onChange={(event) => onChange({ claimed: event.target.value })}
        />
      </div>
    </>
  )
}
