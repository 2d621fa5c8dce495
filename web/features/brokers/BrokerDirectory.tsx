import { UserRoundCog, Users } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { type Broker, exportBrokers, listBrokers } from '#contract/brokers.ts'
import { urlOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { useBdmOptions } from '#web/features/bookings/use-bdm-options.ts'
import { formatTotal } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { AssignBdmDialog } from './AssignBdmDialog.tsx'
import { brokerColumns } from './broker-columns.tsx'
import {
  type BrokerFilters,
  brokerFilterChoices,
  brokerFilters,
  brokerQuery,
  isFiltered,
} from './broker-filters.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { useAggregatorOptions } from './use-aggregator-options.ts'

const LIST = 'brokers'

/** Broker Directory: searched, filtered, sorted and paged by the server. */
export function BrokerDirectory({ emptyAction }: { emptyAction: ReactNode }): ReactElement {
  const [filters, setFilters] = useUrlState(brokerFilters)
  const { id, open } = useOpenRecord('broker')
  const query = brokerQuery(filters)
  const list = useList(listBrokers, { query })
  const [isAssigning, setAssigning] = useState(false)
  const refusal = useRefusal('brokers.write')
  return (
    <Panel
      title="Broker Directory"
      flush
      actions={
        <>
          <Button icon={UserRoundCog} disabledReason={refusal} onClick={() => setAssigning(true)}>
            Assign BDM
          </Button>
          <DownloadButton
            url={urlOf(exportBrokers, undefined, query)}
            fallbackName="brokers.csv"
            failure="Failed to export the brokers"
          >
            Export CSV
          </DownloadButton>
        </>
      }
    >
      <DataTable
        id={LIST}
        label="Broker Directory"
        noun="brokers"
        columns={brokerColumns}
        rowKey={(broker: Broker) => broker.id}
        {...listProps(list)}
        loadingText="Loading brokers..."
        sort={query.sort ?? brokerFilters.sort}
        onSort={(sort) => setFilters({ sort })}
        isFiltered={isFiltered(filters)}
        onClearFilters={() => setFilters({ ...brokerFilters, sort: filters.sort })}
        onOpen={(broker) => open(broker.id, LIST)}
        openLabel={(broker) => `Open ${broker.name}`}
        selectedKey={id}
        toolbar={<BrokerFilterBar filters={filters} onChange={setFilters} />}
        empty={
          <EmptyState icon={Users} title="No brokers found" action={emptyAction}>
            Add brokers one by one, or import a CSV file of any size up to 50 MB.
          </EmptyState>
        }
      />
      {isAssigning && (
        <AssignBdmDialog
          filters={query}
          count={formatTotal(list.total)}
          onClose={() => setAssigning(false)}
        />
      )}
    </Panel>
  )
}

const anyBdm = { value: '', label: 'Any BDM' }
const noBdm = { value: 'none', label: 'No BDM of their own' }

interface BrokerFilterBarProps {
  filters: BrokerFilters
  onChange: (change: Partial<BrokerFilters>) => void
}

function BrokerFilterBar({ filters, onChange }: BrokerFilterBarProps): ReactElement {
  const bdms = useBdmOptions(anyBdm)
  const aggregators = useAggregatorOptions()
  return (
    <>
      <SearchField label="Search brokers" value={filters.q} onChange={(q) => onChange({ q })} />
      <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
        {brokerFilterChoices.map(({ name, label, options }) => (
          <Select
            key={name}
            aria-label={label}
            options={options}
            value={options.some((option) => option.value === filters[name]) ? filters[name] : ''}
            onChange={(event) => onChange({ [name]: event.target.value })}
            className="max-md:last:odd:col-span-2"
          />
        ))}
        <Select
          aria-label="Aggregator"
          options={aggregators}
          value={filters.aggregator}
          onChange={(event) => onChange({ aggregator: event.target.value })}
        />
        <Select
          aria-label="BDM"
          options={[...bdms, noBdm]}
          value={filters.bdmId}
          onChange={(event) => onChange({ bdmId: event.target.value })}
        />
      </div>
    </>
  )
}
