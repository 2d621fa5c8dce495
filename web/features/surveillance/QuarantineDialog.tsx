import type { ReactElement } from 'react'
import { registerQuarantine } from '#contract/surveillance/registers.ts'
import type { ItemOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, SkeletonLines } from '#web/ui/Skeleton.tsx'
import type { RegisterState } from './register-state.ts'

interface QuarantineDialogProps {
  state: RegisterState
  onClose: () => void
}

/** Rows of a register's newest file that cannot be read, with their text. */
export function QuarantineDialog({ state, onClose }: QuarantineDialogProps): ReactElement {
  const { register, label, quarantined } = state
  const { data, error, refetch } = useRead(registerQuarantine, { params: { register } })
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={`Unreadable rows of ${label}`}
      description={`${formatNumber(quarantined)} of ${formatNumber(state.rows)} rows. The others were imported.`}
    >
      {!data && error && (
        <ErrorState title="The rows could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading text="Loading rows...">
          <SkeletonLines lines={['h-12 w-full', 'h-12 w-full']} />
        </Loading>
      )}
      {data?.length === 0 && <p className="text-ink-soft">Every row can be read.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {data?.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </Dialog>
  )
}

function Row({ row }: { row: ItemOf<typeof registerQuarantine> }): ReactElement {
  const isGone = row.state === 'vanished'
  return (
    <li className="flex flex-col gap-1 py-3">
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">
          {[row.number, row.name].filter(Boolean).join(', ') || `Row ${row.line}`}
        </span>
        {isGone && <Badge tone="red">No longer in the file</Badge>}
        {row.inForceFrom && (
          <Badge tone="amber">{`In force from the snapshot of ${formatDate(row.inForceFrom)}`}</Badge>
        )}
      </span>
      <span className="text-ink-soft">{`Row ${row.line} of ${formatDate(row.snapshotDate)}: ${row.reason}`}</span>
      <code className="whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 text-xs">
        {row.text}
      </code>
    </li>
  )
}
