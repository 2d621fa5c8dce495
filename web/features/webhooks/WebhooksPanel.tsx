import { Lock, Plus, Webhook as WebhookIcon } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { listWebhooks, rotateWebhookSecret, type Webhook } from '#contract/webhooks/webhook-endpoints.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { ApiDocsLink } from '#web/features/api-keys/ApiDocsLink.tsx'
import { OverlapDialog } from '#web/features/api-keys/OverlapDialog.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { toastError } from '#web/ui/toast.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import { WebhookActions, type WebhookDialogKind } from './WebhookActions.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

interface Shown {
  kind: WebhookDialogKind
  webhook: Webhook
}

const columnsWith = (
  show: (shown: Shown) => void,
  showLog: (id: number) => void,
): readonly Column<Webhook>[] => [
  {
    id: 'webhook',
    header: 'Webhook',
    cell: ({ name, url }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-medium">{name}</span>
        <span className="truncate text-xs text-ink-soft">{url}</span>
      </span>
    ),
    always: true,
    phone: 'title',
  },
  {
    id: 'state',
    header: 'State',
    cell: (one) => <WebhookState webhook={one} />,
    wrap: true,
    phone: 'second',
  },
  {
    id: 'events',
    header: 'Events',
    cell: ({ events }) => <span title={events.join('\n')}>{formatNumber(events.length)}</span>,
    align: 'end',
    width: '6rem',
  },
  {
    id: 'waiting',
    header: 'Waiting',
    cell: ({ waiting }) => formatNumber(waiting),
    align: 'end',
    width: '7rem',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (one) => (
      <WebhookActions
        webhook={one}
        onShow={(kind) => show({ kind, webhook: one })}
        onLog={() => showLog(one.id)}
      />
    ),
    width: '15rem',
  },
]

/** Addresses that events are sent to, and the log of what was sent. */
export function WebhooksPanel(): ReactElement {
  const refusal = useRefusal('webhooks.write')
  return refusal ? (
    <Panel title="Webhooks">
      <EmptyState icon={Lock} title="Events for other systems">
        {refusal}
      </EmptyState>
    </Panel>
  ) : (
    <Webhooks />
  )
}

function Webhooks(): ReactElement {
  const read = useRead(listWebhooks)
  const [adding, setAdding] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const [{ webhook: logged }, setLogged] = useUrlState({ webhook: '' })
  const columns = useMemo(
    () => columnsWith(setShown, (id) => setLogged({ webhook: String(id) })),
    [setLogged],
  )
  const close = () => setShown(null)
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      New webhook
    </Button>
  )
  const ofLog = read.data?.find(({ id }) => String(id) === logged)
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Webhooks" flush actions={read.data && read.data.length > 0 && add}>
        <DataTable
          id="webhooks"
          label="Webhooks"
          noun="webhooks"
          columns={columns}
          rowKey={({ id }: Webhook) => id}
          {...readProps(read)}
          loadingText="Loading webhooks..."
          empty={
            <EmptyState
              icon={WebhookIcon}
              title="No webhooks yet"
              action={
                <>
                  {add}
                  <ApiDocsLink />
                </>
              }
            >
              A webhook tells another system, such as your CRM, as soon as a broker books a meeting or opts
              out.
            </EmptyState>
          }
        />
      </Panel>
      {ofLog && <DeliveryLog key={ofLog.id} webhook={ofLog} />}
      {adding && <WebhookDialog webhook={null} onClose={() => setAdding(false)} />}
      {shown?.kind === 'edit' && <WebhookDialog webhook={shown.webhook} onClose={close} />}
      {shown?.kind === 'replay' && <ReplayDialog webhook={shown.webhook} onClose={close} />}
      {shown?.kind === 'rotate' && <Rotate webhook={shown.webhook} onClose={close} />}
    </div>
  )
}

function Rotate({ webhook, onClose }: { webhook: Webhook; onClose: () => void }): ReactElement {
  const write = useWrite(rotateWebhookSecret, {
    onError: (error) => toastError(messageOf(error, 'Failed to rotate the secret')),
  })
  return (
    <OverlapDialog
      name={webhook.name}
      label="Signing secret"
      help="Events carry a signature of each valid secret."
      write={write}
      rotate={(overlapHours, show) =>
        write.mutate(
          { params: { id: webhook.id }, body: { overlapHours } },
          { onSuccess: ({ secret }) => show(secret) },
        )
      }
      onClose={onClose}
    />
  )
}

function WebhookState({ webhook }: { webhook: Webhook }): ReactElement {
  const { failingSince, lastError, lastDeliveredAt } = webhook
  if (failingSince) {
    return (
      <span className="flex min-w-0 flex-col gap-0.5">
        <StatusDot tone="red" label={lastError ?? 'Failing'} wrap />
        <span className="text-xs text-ink-soft">
          Failing since <RelativeTime when={failingSince} />. Events are retried for three days.
        </span>
      </span>
    )
  }
  if (!lastDeliveredAt) return <StatusDot tone="grey" label="Nothing sent yet" />
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <StatusDot tone="green" label="Delivered" /> <RelativeTime when={lastDeliveredAt} />
    </span>
  )
}
