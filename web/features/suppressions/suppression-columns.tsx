import { Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useRefusal } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { RemoveSuppressionDialog } from './RemoveSuppressionDialog.tsx'
import { NOT_REMOVABLE, type Suppression, sourceLabels } from './suppression-labels.ts'

export const suppressionColumns: readonly Column<Suppression>[] = [
  {
    id: 'phoneNumber',
    header: 'Number',
    cell: (entry) => <span className="tabular font-medium">{formatPhone(entry.phoneNumber)}</span>,
    width: '9rem',
    always: true,
    phone: 'title',
  },
  {
    id: 'source',
    header: 'Source',
    cell: (entry) => (
      <Badge tone={entry.source === 'manual' ? 'grey' : 'red'}>{sourceLabels[entry.source]}</Badge>
    ),
    width: '9.5rem',
  },
  { id: 'reason', header: 'Reason', cell: (entry) => entry.reason, wrap: true, phone: 'plain' },
  {
    id: 'brokers',
    header: 'Brokers',
    cell: (entry) => entry.brokerNames.join(', ') || 'Not in the directory',
    wrap: true,
  },
  {
    id: 'createdAt',
    header: 'Since',
    cell: (entry) => <RelativeTime when={entry.createdAt} />,
    width: '8rem',
  },
  {
    id: 'exact',
    header: 'Exact time',
    cell: (entry) => formatDateTime(entry.createdAt),
    width: '15rem',
    hidden: true,
  },
  {
    id: 'createdBy',
    header: 'By',
    cell: (entry) => entry.createdBy ?? (entry.source === 'manual' ? ABSENT : 'The broker'),
    width: '9rem',
    wide: true,
  },
  { id: 'actions', header: 'Actions', cell: (entry) => <RemoveButton entry={entry} />, width: '7rem' },
]

function RemoveButton({ entry }: { entry: Suppression }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal('suppressions.remove')
  return (
    <>
      <Button
        size="sm"
        icon={Trash2}
        aria-label={`Remove ${formatPhone(entry.phoneNumber)}`}
        disabledReason={refusal ?? (entry.removable ? null : NOT_REMOVABLE)}
        onClick={() => setOpen(true)}
      >
        Remove
      </Button>
      {isOpen && <RemoveSuppressionDialog entry={entry} onClose={() => setOpen(false)} />}
    </>
  )
}
