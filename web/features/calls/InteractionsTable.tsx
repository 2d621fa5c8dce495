import { PhoneCall } from 'lucide-react'
import { memo, type ReactElement, type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { type Call, listCalls } from '#contract/calls/calls.ts'
import { type ListResult, useList } from '#web/api/use-read.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useCalm } from '#web/lib/use-calm.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExportButton } from './ExportButton.tsx'
import { InteractionFilterBar } from './InteractionFilterBar.tsx'
import { interactionColumns } from './interaction-columns.tsx'
import {
  type InteractionFilters,
  interactionFilters,
  interactionQuery,
  isFiltered,
} from './interaction-filters.ts'

const LIST = 'interactions'
const PAGE_SIZE = 25

interface InteractionsTableProps {
  filters: InteractionFilters
  onFilter: (change: Partial<InteractionFilters>) => void
  /** Shows this campaign's calls only, without the campaign filter. */
  campaignId?: number
  /** Action offered when the table is empty. */
  action?: ReactNode
}

/** Milliseconds between renders of the rows: a campaign changes them several times a second. */
const EVERY_MS = 2_000

/** Broker Interactions: every call, newest first; filtered, searched and paged by the server. */
export function InteractionsTable(props: InteractionsTableProps): ReactElement {
  const { filters, campaignId } = props
  const query = interactionQuery(filters)
  if (campaignId !== undefined) query.campaignId = campaignId
  const list = useList(listCalls, { query: { ...query, limit: PAGE_SIZE } })
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(list)
  latest.current = list
  const { items, total, error, moreError } = list
  const flags = [list.isLoading, list.isRefreshing, list.isLoadingMore, list.hasMore]
  const state = [...flags, error !== null, moreError !== null, items?.length ?? '']
  const found = useMemo(() => ({ items, total }), [items, total])
  const shown = useCalm(found, { key: [JSON.stringify(query), ...state].join(' '), every: EVERY_MS, place })
  return (
    <div ref={place}>
      <Interactions {...props} list={list} latest={latest} shown={shown} />
    </div>
  )
}

interface InteractionsProps extends InteractionsTableProps {
  list: ListResult<Call>
  /** The list's latest result, for its functions. */
  latest: RefObject<ListResult<Call>>
  /** The rows and total on screen. */
  shown: Pick<ListResult<Call>, 'items' | 'total'>
}

const Interactions = memo(function Interactions(props: InteractionsProps): ReactElement {
  const { filters, onFilter, campaignId, action, list, latest, shown } = props
  const { id, open } = useOpenRecord('call')
  return (
    <Panel
      title="Broker Interactions"
      flush
      actions={campaignId !== undefined && <ExportButton filters={filters} campaignId={campaignId} />}
    >
      <DataTable
        id={LIST}
        label="Broker Interactions"
        noun="interactions"
        columns={interactionColumns}
        rowKey={(call: Call) => call.id}
        {...listProps({
          ...list,
          ...shown,
          loadMore: () => latest.current.loadMore(),
          loadAhead: () => latest.current.loadAhead(),
        })}
        loadingText="Loading interactions..."
        isFiltered={isFiltered(filters)}
        onClearFilters={() => onFilter(interactionFilters)}
        onOpen={(call) => open(call.id, LIST)}
        openLabel={(call) =>
          `View details of the call to ${call.broker?.name ?? formatPhone(call.phoneNumber)}`
        }
        selectedKey={id}
        toolbar={
          <InteractionFilterBar
            filters={filters}
            onChange={onFilter}
            withCampaign={campaignId === undefined}
          />
        }
        empty={
          <EmptyState icon={PhoneCall} title="No broker interactions found" action={action}>
            Every call appears here as soon as a campaign dials.
          </EmptyState>
        }
      />
    </Panel>
  )
}, isSame)

const states = ['isLoading', 'isRefreshing', 'isLoadingMore', 'hasMore', 'error', 'moreError'] as const

/** Compares the shown rows and the states; the other parts of the list change only together with them. */
function isSame(before: InteractionsProps, after: InteractionsProps): boolean {
  return (
    before.shown === after.shown &&
    before.onFilter === after.onFilter &&
    before.campaignId === after.campaignId &&
    JSON.stringify(before.filters) === JSON.stringify(after.filters) &&
    states.every((name) => before.list[name] === after.list[name])
  )
}
