import { PhoneCall } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { type Call, listCalls } from '#contract/calls.ts'
import { useList } from '#web/api/use-read.ts'
import { formatPhone } from '#web/lib/format.ts'
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

/** Broker Interactions: every call, newest first; filtered, searched and paged by the server. */
export function InteractionsTable(props: InteractionsTableProps): ReactElement {
  const { filters, onFilter, campaignId, action } = props
  const { id, open } = useOpenRecord('call')
  const query = interactionQuery(filters)
  if (campaignId !== undefined) query.campaignId = campaignId
  const list = useList(listCalls, { query: { ...query, limit: PAGE_SIZE } })
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
        {...listProps(list)}
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
}
