import { KeyRound, Lock, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { type ApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '#contract/accounts/api-keys.ts'
import { scopeLabels } from '#contract/accounts/scopes.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDate } from '#web/lib/dates.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { ApiDocsLink } from './ApiDocsLink.tsx'
import { ApiKeyDialog } from './ApiKeyDialog.tsx'
import { OverlapDialog } from './OverlapDialog.tsx'

const columnsWith = (rotate: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    id: 'key',
    header: 'Key',
    cell: ({ name, secrets }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-medium">{name}</span>
        <span className="truncate font-mono text-xs text-ink-soft">
          {secrets.map(({ start }) => `${start}…`).join(' and ')}
        </span>
      </span>
    ),
    always: true,
    phone: 'title',
  },
  { id: 'state', header: 'State', cell: (key) => <KeyState apiKey={key} />, width: '12rem', phone: 'aside' },
  {
    id: 'scopes',
    header: 'Scopes',
    cell: ({ scopes }) => (
      <span title={scopes.map((scope) => scopeLabels[scope]).join('\n')}>{scopes.join(', ')}</span>
    ),
    wrap: true,
    wide: true,
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime when={lastUsedAt} /> : 'Never'),
    width: '9rem',
    phone: 'second',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (key) => <Actions apiKey={key} onRotate={() => rotate(key)} />,
    width: '7rem',
  },
]

/** Keys with which other programs call the API. */
export function ApiKeysPanel(): ReactElement {
  const refusal = useRefusal('api_keys.write')
  return refusal ? (
    <Panel title="API keys">
      <EmptyState icon={Lock} title="Keys of the organisation">
        {refusal}
      </EmptyState>
    </Panel>
  ) : (
    <Keys />
  )
}

function Keys(): ReactElement {
  const read = useRead(listApiKeys)
  const [adding, setAdding] = useState(false)
  const [rotated, setRotated] = useState<ApiKey | null>(null)
  const columns = useMemo(() => columnsWith(setRotated), [])
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      New API key
    </Button>
  )
  return (
    <Panel title="API keys" flush actions={read.data && read.data.length > 0 && add}>
      <DataTable
        id="api-keys"
        label="API keys"
        noun="keys"
        columns={columns}
        rowKey={({ id }: ApiKey) => id}
        {...readProps(read)}
        loadingText="Loading keys..."
        empty={
          <EmptyState
            icon={KeyRound}
            title="No API keys yet"
            action={
              <>
                {add}
                <ApiDocsLink />
              </>
            }
          >
            A key lets another system, such as your CRM, read and change the data you choose for it.
          </EmptyState>
        }
      />
      {adding && <ApiKeyDialog onClose={() => setAdding(false)} />}
      {rotated && <Rotate apiKey={rotated} onClose={() => setRotated(null)} />}
    </Panel>
  )
}

function Rotate({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }): ReactElement {
  const write = useWrite(rotateApiKey, {
    onError: (error) => toastError(messageOf(error, 'Failed to rotate the key')),
  })
  return (
    <OverlapDialog
      name={apiKey.name}
      label="API key"
      help="Sent as Authorization: Bearer …"
      write={write}
      rotate={(overlapHours, show) =>
        write.mutate(
          { params: { id: apiKey.id }, body: { overlapHours } },
          { onSuccess: ({ token }) => show(token) },
        )
      }
      onClose={onClose}
    />
  )
}

function KeyState({ apiKey: { revokedAt, expiresAt, secrets } }: { apiKey: ApiKey }): ReactElement {
  if (revokedAt) return <StatusDot tone="grey" label={`Revoked ${formatDate(revokedAt)}`} />
  if (expiresAt && Date.parse(expiresAt) <= Date.now())
    return <StatusDot tone="red" label={`Expired ${formatDate(expiresAt)}`} />
  const former = secrets.find((secret) => secret.expiresAt !== null)
  if (former) return <StatusDot tone="amber" label={`Rotating until ${formatDate(former.expiresAt)}`} />
  return <StatusDot tone="green" label={expiresAt ? `Until ${formatDate(expiresAt)}` : 'Does not expire'} />
}

function Actions({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: () => void }): ReactElement | null {
  const { id, name, revokedAt, expiresAt } = apiKey
  const revoke = useWrite(revokeApiKey, {
    onSuccess: () => toastSuccess(`${name} was revoked`),
    onError: (error) => toastError(messageOf(error, 'Failed to revoke the key')),
  })
  if (revokedAt) return null
  const ended = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  const ask = async (): Promise<void> => {
    const question = {
      title: `Revoke ${name}?`,
      body: 'Programs that use it are refused from now on. Its name stays in the audit log.',
      action: 'Revoke key',
      danger: true,
    }
    if (await confirm(question)) revoke.mutate({ params: { id } })
  }
  return (
    <span className="flex items-center gap-1">
      <IconButton
        label={`Rotate ${name}`}
        icon={RefreshCw}
        disabledReason={ended ? 'It has expired. Make a new one.' : null}
        onClick={onRotate}
      />
      <IconButton
        label={`Revoke ${name}`}
        icon={Trash2}
        variant="remove"
        pending={revoke.isPending}
        onClick={() => void ask()}
      />
    </span>
  )
}
