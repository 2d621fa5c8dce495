import { ExternalLink, FileCheck2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { listApplications } from '#contract/accreditations/applications.ts'
import { useList } from '#web/api/use-read.ts'
import { BrokerTabs } from '#web/features/brokers/BrokerTabs.tsx'
import { regionOptions } from '#web/features/calls/interaction-filters.ts'
import { useCampaignOptions } from '#web/features/calls/use-campaign-options.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { countChanged, useUrlState } from '#web/lib/use-url-state.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { DayRange } from '#web/ui/DayRange.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AssignedSelect, FilterRow } from '#web/ui/review/FilterRow.tsx'
import { ReviewQueue } from '#web/ui/review/ReviewQueue.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { ApplicationPanel } from './ApplicationPanel.tsx'
import { applicationColumns } from './application-columns.tsx'
import { applicationDesk } from './application-desk.ts'
import {
  applicationFilters,
  applicationQuery,
  daysMistake,
  isFiltered,
  knownStatus,
  sortOf,
  statusOptions,
} from './application-filters.ts'

const LIST = 'applications'
const counted = ['status', 'claimed', 'campaignId', 'region', 'from'] as const
/** The queue of accreditation applications. */
export function ApplicationsPage(): ReactElement {
  return (
    <>
      <PageHeader
        title="Applications"
        subtitle="Brokers’ accreditation applications, from submission to decision."
        actions={
          <ButtonLink to="/accreditation" target="_blank" rel="noopener" icon={ExternalLink}>
            Application form
          </ButtonLink>
        }
      />
      <BrokerTabs />
      <Queue />
      <ApplicationPanel />
    </>
  )
}

function Queue(): ReactElement {
  const [filters, setFilters] = useUrlState(applicationFilters)
  const { id, open } = useOpenRecord('application')
  const list = useList(listApplications, { query: applicationQuery(filters) })
  const campaigns = useCampaignOptions(true, filters.campaignId)
  const isAll = knownStatus(filters.status) === 'all'
  return (
    <ReviewQueue
      desk={applicationDesk}
      id={LIST}
      noun="applications"
      columns={applicationColumns}
      list={list}
      sort={sortOf(filters)}
      onSort={(sort) => setFilters({ sort })}
      isFiltered={isFiltered(filters)}
      onClearFilters={() => setFilters(applicationFilters)}
      onOpen={(applicationId) => open(applicationId, LIST)}
      selectedKey={id}
      filters={
        <FilterRow
          noun="applications"
          q={filters.q}
          onSearch={(q) => setFilters({ q })}
          count={countChanged(filters, applicationFilters, counted)}
          onClear={() => setFilters({ ...applicationFilters, q: filters.q })}
        >
          <Select
            aria-label="Status"
            options={statusOptions}
            value={knownStatus(filters.status)}
            onChange={(event) => setFilters({ status: event.target.value, sort: '' })}
          />
          <AssignedSelect value={filters.claimed} onChange={(claimed) => setFilters({ claimed })} />
          <Select
            aria-label="Campaign"
            options={campaigns}
            value={campaigns.some(({ value }) => value === filters.campaignId) ? filters.campaignId : ''}
            onChange={(event) => setFilters({ campaignId: event.target.value })}
            className="md:max-w-48"
          />
          <Select
            aria-label="Region"
            options={regionOptions}
            value={regionOptions.some(({ value }) => value === filters.region) ? filters.region : ''}
            onChange={(event) => setFilters({ region: event.target.value })}
          />
          {/* a link from a figure of a period sets these; the field shows them, and the user may widen them */}
          {(filters.from || filters.to) && (
            <DayRange
              of="Submitted"
              from={filters.from}
              to={filters.to}
              mistake={daysMistake(filters)}
              onChange={setFilters}
            />
          )}
        </FilterRow>
      }
      empty={{
        icon: FileCheck2,
        title: isAll ? 'No applications yet' : 'No applications waiting',
        all: isAll ? null : { label: 'All applications', to: '/brokers/applications?status=all' },
        text: 'An application appears here as soon as a broker submits the form.',
      }}
    />
  )
}
