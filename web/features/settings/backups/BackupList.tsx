import type { UseQueryResult } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { Backup, getBackups } from '#contract/system/backups.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ABSENT, formatNumber, formatSize } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { BackupsOff } from './BackupsOff.tsx'

function result({ finishedAt, failure }: Backup): ReactElement {
  if (failure) return <StatusDot tone="red" label="Failed" />
  return finishedAt ? <StatusDot tone="green" label="Done" /> : <StatusDot tone="blue" label="Running" />
}

/** The failure, else what the drill compared. */
function words({ failure, drill }: Backup): string {
  if (failure) return failure
  if (!drill) return 'Not drilled yet'
  return drill.failure
    ? `Restore drill failed: ${drill.failure}`
    : `Restore drill passed. ${drill.checks.join(' ')}`
}

const columns: readonly Column<Backup>[] = [
  {
    id: 'started',
    header: 'Started',
    cell: (row) => <span className="font-medium">{formatDateTime(row.startedAt)}</span>,
    value: (row) => row.startedAt,
    width: '13rem',
    phone: 'title',
  },
  { id: 'result', header: 'Result', cell: result, width: '8rem', phone: 'aside' },
  {
    id: 'size',
    header: 'Size',
    cell: ({ bytes }) => (bytes === null ? ABSENT : formatSize(bytes)),
    value: ({ bytes }) => bytes,
    align: 'end',
    width: '7rem',
  },
  {
    id: 'rows',
    header: 'Rows',
    cell: ({ rows }) => (rows === null ? ABSENT : formatNumber(rows)),
    value: ({ rows }) => rows,
    align: 'end',
    width: '8rem',
    wide: true,
  },
  { id: 'words', header: 'Restore drill', cell: words, wrap: true, phone: 'second' },
]

interface BackupListProps {
  read: Pick<UseQueryResult<AnswerOf<typeof getBackups>>, 'data' | 'error' | 'refetch'>
  actions: ReactNode
}

/** The last archives, newest first. */
export function BackupList({ read, actions }: BackupListProps): ReactElement {
  const { data } = read
  return (
    <Panel title="Backups" actions={actions} flush>
      {data?.refusal ? <BackupsOff /> : data?.concern && <p className="p-4 text-amber-ink">{data.concern}</p>}
      {/* while they are off, an empty list would only repeat it */}
      {!(data?.refusal && data.backups.length === 0) && (
        <DataTable
          // replaces the loading rows, which a warning above them would move
          key={data ? 'loaded' : 'loading'}
          id="backups"
          label="Backups"
          noun="backups"
          columns={columns}
          rowKey={(row: Backup) => row.id}
          {...readProps({ ...read, data: data?.backups })}
          loadingText="Loading the backups..."
          empty={
            <EmptyState icon={DatabaseBackup} title="No backups yet">
              {data && <Place store={data.store} />}
            </EmptyState>
          }
        />
      )}
    </Panel>
  )
}

/** 'the folder /data/backups': its address stays on one line where it fits. */
function Place({ store }: { store: string }): ReactElement {
  const address = store.lastIndexOf(' ') + 1
  return (
    <>
      The first one is made at the hour below, and stored in {store.slice(0, address)}
      <code className="inline-block max-w-full font-mono text-xs break-words">{store.slice(address)}</code>
    </>
  )
}
