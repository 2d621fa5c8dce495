import { Building2, Plus, Trash2 } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { shortDayName } from '#contract/calendar.ts'
import { listLicensees, unwatchLicensee } from '#contract/surveillance/living-registers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { LicenseeDialog } from './LicenseeDialog.tsx'
import { type Licensee, licenceStates } from './licence-states.ts'
import { MovesDialog } from './MovesDialog.tsx'

const columnsWith = (show: (licensee: Licensee) => void): readonly Column<Licensee>[] => [
  {
    id: 'licensee',
    header: 'Licensee',
    cell: ({ name, number }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-medium">{name ?? 'Unknown'}</span>
        <span className="text-xs text-ink-soft">{number}</span>
      </span>
    ),
    always: true,
    phone: 'title',
  },
  {
    id: 'state',
    header: 'Licence',
    cell: (one) => <LicenceState licensee={one} />,
    width: '11rem',
    phone: 'aside',
  },
  {
    id: 'representatives',
    header: 'Representatives',
    cell: ({ representatives }) => formatNumber(representatives),
    align: 'end',
    width: '9rem',
  },
  {
    id: 'brokers',
    header: 'Your brokers',
    cell: ({ brokers }) => formatNumber(brokers),
    align: 'end',
    width: '8rem',
  },
  {
    id: 'moves',
    header: 'Joiners and leavers',
    cell: movesText,
    width: '14rem',
    wrap: true,
    wide: true,
    phone: 'second',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (one) => <Actions licensee={one} onShow={() => show(one)} />,
    width: '10rem',
  },
]

/** The licensees that the lender deals with, with the representatives who joined and left. */
export function LicenseesPanel(): ReactElement {
  const read = useRead(listLicensees)
  const [adding, setAdding] = useState(false)
  const [shown, setShown] = useState<Licensee | null>(null)
  const refusal = useRefusal('registers.import')
  const columns = useMemo(() => columnsWith(setShown), [])
  const add = (
    <Button icon={Plus} disabledReason={refusal} onClick={() => setAdding(true)}>
      Add licensee
    </Button>
  )
  return (
    <Panel title="Licensees on our panel" flush actions={add}>
      <DataTable
        id="licensees"
        label="Licensees on our panel"
        noun="licensees"
        columns={columns}
        rowKey={({ number }: Licensee) => number}
        {...readProps(read)}
        loadingText="Loading licensees..."
        empty={
          <EmptyState icon={Building2} title="No licensees yet" action={add}>
            Add the aggregators and licensees that your brokers work under, to see who joins and who leaves
            them.
          </EmptyState>
        }
      />
      {adding && <LicenseeDialog onClose={() => setAdding(false)} />}
      {shown && <MovesDialog licensee={shown} onClose={() => setShown(null)} />}
    </Panel>
  )
}

function LicenceState({ licensee: { state, endedOn } }: { licensee: Licensee }): ReactElement {
  const { tone, label } = licenceStates[state]
  const text = state === 'ended' && endedOn ? `Ended ${formatDate(endedOn)}` : label
  return <StatusDot tone={tone} label={text} />
}

const movesText = ({ joined, left, since }: Licensee): string =>
  since
    ? `${formatNumber(joined)} joined, ${formatNumber(left)} left since ${shortDayName(since)}`
    : 'Available with the next register file'

/** Why the list is empty; null: it is not. */
function stillText({ joined, left, since }: Licensee): string | null {
  if (!since) return 'Available with the next register file.'
  return joined + left === 0 ? `Nobody has joined or left since ${formatDate(since)}.` : null
}

function Actions({ licensee, onShow }: { licensee: Licensee; onShow: () => void }): ReactElement {
  const { number } = licensee
  const name = licensee.name ?? number
  const refusal = useRefusal('registers.import')
  const remove = useWrite(unwatchLicensee, {
    onSuccess: () => toastSuccess(`${name} was removed`),
    onError: (error) => toastError(messageOf(error, 'Failed to remove the licensee')),
  })
  return (
    <span className="flex items-center gap-1">
      <Button size="sm" variant="ghost" disabledReason={stillText(licensee)} onClick={onShow}>
        Details<span className="sr-only"> of {name}</span>
      </Button>
      <IconButton
        label={`Remove ${name}`}
        icon={Trash2}
        variant="remove"
        disabledReason={refusal}
        pending={remove.isPending}
        onClick={() => remove.mutate({ params: { number } })}
      />
    </span>
  )
}
