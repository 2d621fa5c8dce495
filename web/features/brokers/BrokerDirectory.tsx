import { Ellipsis, History, Users } from 'lucide-react'
import { type ReactElement, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { type Broker, exportBrokers, listBrokers } from '#contract/brokers/brokers.ts'
import { urlOf } from '#web/api/call.ts'
import { useList } from '#web/api/use-read.ts'
import { ViewMenu } from '#web/features/saved-views/ViewMenu.tsx'
import { recordId, useOpenRecord } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterBar } from '#web/ui/Filters.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useSelection } from '#web/ui/use-selection.ts'
import { BrokerFilterBar } from './BrokerFilterBar.tsx'
import { BrokerRowActionsHost } from './BrokerRowActions.tsx'
import { brokerColumns } from './broker-columns.tsx'
import { brokerFilters, brokerQuery, isFiltered } from './broker-filters.ts'
import { BulkActions } from './bulk/BulkActions.tsx'
import { BulkChangeDetails } from './bulk/BulkChangeDetails.tsx'
import { PastChanges } from './bulk/PastChanges.tsx'
import { CallabilityContext, useCallabilities } from './callability.ts'

const LIST = 'brokers'
const opened = { view: '', change: '' }
const NOBODY: readonly Broker[] = []

/** Broker Directory: searched, filtered, sorted, selected and paged by the server. */
export function BrokerDirectory({ emptyAction }: { emptyAction: ReactNode }): ReactElement {
  const [filters, setFilters] = useUrlState(brokerFilters)
  const [{ view, change }, setOpened] = useUrlState(opened)
  const [showsPast, setPast] = useState(false)
  const { id, open } = useOpenRecord('broker')
  const query = brokerQuery(filters)
  const list = useList(listBrokers, { query })
  const brokers = list.items ?? NOBODY
  const { ids, keys } = useMemo(() => {
    const shown = brokers.map((broker) => broker.id)
    return { ids: shown, keys: shown.map(String) }
  }, [brokers])
  // the badges in every row render deferred, too
  const callabilities = useDeferredValue(useCallabilities(ids))
  const selection = useSelection(keys, JSON.stringify({ ...query, sort: undefined }))
  const chooseView = (state: typeof filters, chosen: string): void => {
    setFilters(state)
    setOpened({ view: chosen })
  }
  const openChange = (changeId: number): void => setOpened({ change: String(changeId) })
  return (
    <CallabilityContext value={callabilities}>
      <Panel
        title="Broker Directory"
        flush
        actions={
          <>
            <DownloadButton
              url={urlOf(exportBrokers, undefined, query)}
              fallbackName="brokers.csv"
              failure="Failed to export the brokers"
            >
              Export CSV
            </DownloadButton>
            <Menu trigger={<IconButton label="More about the directory" icon={Ellipsis} />}>
              <MenuItem icon={History} onSelect={() => setPast(true)}>
                Past changes
              </MenuItem>
            </Menu>
          </>
        }
      >
        <BrokerRowActionsHost brokers={brokers}>
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
            selection={selection}
            toolbar={
              <FilterBar>
                <SearchField label="Search brokers" value={filters.q} onChange={(q) => setFilters({ q })} />
                <ViewMenu
                  list="brokers"
                  table={LIST}
                  state={filters}
                  defaults={brokerFilters}
                  chosen={view}
                  onChoose={(state, chosen) => chooseView(state, chosen)}
                />
                <BrokerFilterBar filters={filters} onChange={setFilters} />
              </FilterBar>
            }
            empty={
              <EmptyState icon={Users} title="No brokers found" action={emptyAction}>
                Add brokers one by one, or import a CSV or Excel file of up to 50 MB.
              </EmptyState>
            }
          />
        </BrokerRowActionsHost>
        {!selection.isEmpty && (
          <BulkActions
            selection={selection}
            query={query}
            total={list.total}
            loaded={brokers.length}
            onOpen={openChange}
          />
        )}
        {showsPast && (
          <PastChanges
            onClose={() => setPast(false)}
            onOpen={(changeId) => {
              setPast(false)
              openChange(changeId)
            }}
          />
        )}
        {change !== '' && (
          <BulkChangeDetails id={recordId(change) ?? 0} onClose={() => setOpened({ change: '' })} />
        )}
      </Panel>
    </CallabilityContext>
  )
}
