import { CloudDownload, Upload } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { fetchRegister, listRegisters, REGISTER_SOURCE } from '#contract/surveillance/registers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useScrolledTo } from '#web/lib/use-scrolled-to.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { ChangesDialog } from './ChangesDialog.tsx'
import { QuarantineDialog } from './QuarantineDialog.tsx'
import type { RegisterState } from './register-state.ts'
import { UploadRegisterDialog } from './UploadRegisterDialog.tsx'

interface Shown {
  state: RegisterState
  as: 'upload' | 'changes' | 'quarantine'
}

const columnsWith = (show: (shown: Shown) => void): readonly Column<RegisterState>[] => [
  {
    id: 'register',
    header: 'Register',
    cell: (state) => <Name state={state} />,
    always: true,
    phone: 'title',
    wrap: true,
  },
  {
    id: 'snapshot',
    header: 'Snapshot',
    cell: (state) => <Age state={state} />,
    width: '13rem',
    phone: 'second',
  },
  {
    id: 'rows',
    header: 'Rows',
    cell: (state) => <Rows state={state} show={() => show({ state, as: 'quarantine' })} />,
    align: 'end',
    width: '9rem',
    wrap: true,
  },
  {
    id: 'changes',
    header: 'Changes in this file',
    cell: (state) => <Changes state={state} />,
    onPhone: (state) => state.snapshotDate && <Changes state={state} />,
    width: '19rem',
    wrap: true,
    wide: true,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (state) => <Actions state={state} show={(as) => show({ state, as })} />,
    width: '17.5rem',
  },
]

/** ASIC's registers as they are loaded, with their age. */
export function RegistersPanel(): ReactElement {
  const read = useRead(listRegisters)
  // here, not in a row: the rows are others where the screen turns narrow
  const [shown, setShown] = useState<Shown | null>(null)
  const columns = useMemo(() => columnsWith(setShown), [])
  const close = () => setShown(null)
  const place = useScrolledTo('registers')
  return (
    <div ref={place} id="registers" className="scroll-mt-20">
      <Panel title="Registers" flush>
        <DataTable
          id="registers"
          label="Registers"
          noun="registers"
          columns={columns}
          rowKey={({ register }: RegisterState) => register}
          {...readProps(read)}
          loadingText="Loading registers..."
          empty={
            <EmptyState icon={Upload} title="No registers">
              Load ASIC’s files.
            </EmptyState>
          }
        />
        <p className="px-4 py-3 text-xs text-ink-soft">{REGISTER_SOURCE}</p>
        {shown?.as === 'upload' && <UploadRegisterDialog state={shown.state} onClose={close} />}
        {shown?.as === 'quarantine' && <QuarantineDialog state={shown.state} onClose={close} />}
        {shown?.as === 'changes' && <ChangesDialog state={shown.state} onClose={close} />}
      </Panel>
    </div>
  )
}

/** With a failed fetch, which is no state of the snapshot. */
function Name({ state: { label, fetch } }: { state: RegisterState }): ReactElement {
  return (
    <span className="flex flex-col gap-1">
      <span className="font-medium">{label}</span>
      {fetch?.failedSince && (
        <span className="text-xs text-red-ink">
          Not fetched since <RelativeTime when={fetch.failedSince} />
        </span>
      )}
    </span>
  )
}

function Rows({ state, show }: { state: RegisterState; show: () => void }): ReactElement {
  const { rows, quarantined, vanished, label } = state
  const words = [
    quarantined > 0 && `${formatNumber(quarantined)} unreadable`,
    vanished > 0 && `${formatNumber(vanished)} gone`,
  ].filter(Boolean)
  return (
    <span className="inline-flex flex-col items-start md:flex md:items-end">
      {formatNumber(rows)}
      {words.length > 0 && (
        <button type="button" onClick={show} className="link underline text-xs">
          {words.join(', ')}
          <span className="sr-only"> of {label}</span>
        </button>
      )}
    </span>
  )
}

function Age({ state: { snapshotDate, ageDays, stale } }: { state: RegisterState }): ReactElement {
  if (!snapshotDate) return <Badge tone="amber">Not loaded</Badge>
  const days = ageDays === 0 ? 'today' : ageDays === 1 ? 'yesterday' : `${ageDays} days old`
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {formatDate(snapshotDate)}
      <Badge tone={stale ? 'amber' : 'green'}>{days}</Badge>
    </span>
  )
}

function Changes({
  state: { snapshotDate, first, added, changed, moved, removed },
}: {
  state: RegisterState
}): ReactElement | null {
  if (!snapshotDate) return null
  if (first) return <>First snapshot</>
  const parts = [
    `${formatNumber(added)} added`,
    `${formatNumber(changed)} changed`,
    ...(moved > 0 ? [`${formatNumber(moved)} moved`] : []),
    `${formatNumber(removed)} removed`,
  ]
  return <>{parts.join(', ')}</>
}

function FetchButton({ state: { register, label } }: { state: RegisterState }): ReactElement {
  const refusal = useRefusal('registers.import')
  const fetch = useWrite(fetchRegister, {
    onSuccess: ({ rows, snapshotDate }) =>
      toastSuccess(`${label} of ${formatDate(snapshotDate)}: ${formatNumber(rows)} rows`),
    onError: (error) => toastError(messageOf(error, 'Failed to fetch the register')),
  })
  return (
    <Button
      size="sm"
      icon={CloudDownload}
      disabledReason={refusal}
      pending={fetch.isPending}
      pendingText="Fetching..."
      onClick={() => fetch.mutate({ params: { register } })}
    >
      Fetch<span className="sr-only"> {label}</span>
    </Button>
  )
}

function Actions({ state, show }: { state: RegisterState; show: (as: Shown['as']) => void }): ReactElement {
  const refusal = useRefusal('registers.import')
  return (
    <span className="flex items-center gap-1">
      <Button size="sm" icon={Upload} disabledReason={refusal} onClick={() => show('upload')}>
        Upload<span className="sr-only"> {state.label}</span>
      </Button>
      {state.fetched && <FetchButton state={state} />}
      <Button size="sm" variant="ghost" disabled={!state.snapshotDate} onClick={() => show('changes')}>
        Changes<span className="sr-only"> of {state.label}</span>
      </Button>
    </span>
  )
}
