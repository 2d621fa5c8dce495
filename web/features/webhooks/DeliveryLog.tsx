import { History } from 'lucide-react'
import type { ReactElement } from 'react'
import { type Delivery, deliveryStates, listDeliveries } from '#contract/webhooks/webhook-deliveries.ts'
import type { Webhook } from '#contract/webhooks/webhook-endpoints.ts'
import { webhookEventLabels } from '#contract/webhooks/webhook-events.ts'
import { useList } from '#web/api/use-read.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { answerText, deliveryStateLabels, stateOf } from './delivery-labels.ts'

const LIST = 'webhook-deliveries'
const PAGE_SIZE = 25
const none = { delivered: '' }
const states = [
  { value: '', label: 'All deliveries' },
  ...deliveryStates.map((value) => ({ value, label: deliveryStateLabels[value].label })),
]

const columns: readonly Column<Delivery>[] = [
  {
    id: 'event',
    header: 'Event',
    cell: ({ event }) => <span className="font-medium">{webhookEventLabels[event]}</span>,
    always: true,
    phone: 'title',
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => <StatusDot {...stateOf(row)} />,
    width: '8rem',
    phone: 'aside',
  },
  {
    id: 'answer',
    header: 'Answer',
    cell: ({ status, milliseconds, error }) =>
      milliseconds === null ? 'Not tried yet' : (error ?? answerText({ status, milliseconds }, formatNumber)),
    wrap: true,
    phone: 'second',
  },
  {
    id: 'attempts',
    header: 'Attempts',
    cell: ({ attempts }) => formatNumber(attempts),
    align: 'end',
    width: '7rem',
  },
  { id: 'at', header: 'Event', cell: ({ occurredAt }) => <RelativeTime when={occurredAt} />, width: '9rem' },
]

/** The deliveries of one webhook, the newest first. */
export function DeliveryLog({ webhook }: { webhook: Webhook }): ReactElement {
  const [{ delivered }, set] = useUrlState(none)
  const state = deliveryStates.find((one) => one === delivered)
  const list = useList(listDeliveries, {
    params: { id: webhook.id },
    query: { limit: PAGE_SIZE, ...(state && { state }) },
  })
  const open = useOpenRecord('delivery')
  return (
    <Panel title={`Deliveries to ${webhook.name}`} flush>
      <DataTable
        id={LIST}
        label={`Deliveries to ${webhook.name}`}
        noun="deliveries"
        columns={columns}
        rowKey={({ id }: Delivery) => id}
        {...listProps(list)}
        loadingText="Loading deliveries..."
        isFiltered={state !== undefined}
        onClearFilters={() => set(none)}
        onOpen={({ id }) => open.open(id, LIST)}
        openLabel={({ event }) => `Open ${webhookEventLabels[event]}`}
        selectedKey={open.id}
        toolbar={
          <Select
            aria-label="State"
            options={states}
            value={state ?? ''}
            onChange={(event) => set({ delivered: event.target.value })}
          />
        }
        empty={
          <EmptyState icon={History} title="Nothing sent yet">
            Send a test event to see whether it arrives.
          </EmptyState>
        }
      />
      <DeliveryPanel webhookId={webhook.id} open={open} />
    </Panel>
  )
}
