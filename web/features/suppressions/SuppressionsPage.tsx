import { FileUp, PhoneOff, Plus, Trash2 } from 'lucide-react'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { listSuppressions, type Suppression, suppressionSources } from '#contract/brokers/suppressions.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { BrokerTabs } from '#web/features/brokers/BrokerTabs.tsx'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { type Option, Select } from '#web/ui/SelectField.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { AddSuppressionDialog } from './AddSuppressionDialog.tsx'
import { RemoveSuppressionDialog } from './RemoveSuppressionDialog.tsx'
import { SpokenEvidence } from './SpokenEvidence.tsx'
import { WashDialog } from './WashDialog.tsx'

const filters = { q: '', source: '' }

type Source = (typeof suppressionSources)[number]

const sourceLabels: Record<Source, string> = {
  key: 'Opted out in call (pressed 4)',
  voice: 'Opted out in call (by voice)',
  sms_stop: 'SMS STOP',
  manual: 'Added manually',
  unclear: 'On hold: unclear opt-out',
}

/** What ends a suppression; none ends by its date. */
const ends: Record<Source, string> = {
  key: 'START or new consent',
  voice: 'START or new consent',
  sms_stop: 'START or new consent',
  manual: 'Removed by staff',
  unclear: 'Reviewed by staff',
}

const sourceOptions: readonly Option[] = [
  { value: '', label: 'All sources' },
  ...suppressionSources.map((value) => ({ value, label: sourceLabels[value] })),
]

/** The source filter from the URL; undefined if absent or unknown. */
function sourceOf(text: string): Source | undefined {
  return suppressionSources.find((source) => source === text)
}

/** Numbers that are never dialled, and the wash against the Do Not Call Register. */
export function SuppressionsPage(): ReactElement {
  const [open, setOpen] = useState<'add' | 'wash' | null>(null)
  const close = (): void => setOpen(null)
  const addRefusal = useRefusal('suppressions.add')
  const washRefusal = useRefusal('suppressions.wash')
  const add = (
    <Button variant="primary" icon={Plus} disabledReason={addRefusal} onClick={() => setOpen('add')}>
      Add number
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Suppression list"
        subtitle="Numbers that are never dialled, whatever the campaign. An opt-out ends when the broker texts START or new express consent is recorded. If we misheard a broker, compliance can lift the opt-out."
        actions={
          <>
            <Button icon={FileUp} disabledReason={washRefusal} onClick={() => setOpen('wash')}>
              Upload DNCR wash
            </Button>
            {add}
          </>
        }
      />
      <BrokerTabs />
      <SuppressionTable add={add} />
      {open === 'add' && <AddSuppressionDialog onClose={close} />}
      {open === 'wash' && <WashDialog onClose={close} />}
    </>
  )
}

function SuppressionTable({ add }: { add: ReactNode }): ReactElement {
  const [{ q, source }, setFilters] = useUrlState(filters)
  const list = useList(listSuppressions, { query: { q, source: sourceOf(source) } })
  // in the table's parent: rows remount when the screen is rotated, and a dialog in a row would lose its input
  const [removed, setRemoved] = useState<Suppression | null>(null)
  const columns = useMemo(() => columnsFor(setRemoved), [])
  return (
    <Panel title="Suppressed numbers" flush hideTitle>
      <DataTable
        id="suppressions"
        label="Suppressed numbers"
        noun="numbers"
        columns={columns}
        rowKey={(entry: Suppression) => entry.id}
        {...listProps(list)}
        loadingText="Loading suppressed numbers..."
        isFiltered={q !== '' || sourceOf(source) !== undefined}
        onClearFilters={() => setFilters(filters)}
        toolbar={
          <>
            <SearchField label="Search numbers" value={q} onChange={(next) => setFilters({ q: next })} />
            <Select
              aria-label="Source"
              options={sourceOptions}
              value={sourceOf(source) ?? ''}
              onChange={(event) => setFilters({ source: event.target.value })}
              className="max-md:w-full"
            />
          </>
        }
        empty={
          <EmptyState icon={PhoneOff} title="No suppressed numbers" action={add}>
            A number appears here as soon as a broker opts out by key, voice or SMS, or when it is added by
            hand.
          </EmptyState>
        }
      />
      {removed && <RemoveSuppressionDialog entry={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  )
}

const columnsFor = (onRemove: (entry: Suppression) => void): readonly Column<Suppression>[] => [
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
    // how a broker opted out is the reason; one added by hand has its own
    cell: (entry) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {entry.source === 'unclear' ? (
          <Badge tone="amber">{sourceLabels[entry.source]}</Badge>
        ) : (
          <span>{sourceLabels[entry.source]}</span>
        )}
        {entry.source === 'manual' && (
          <span className="min-w-0 break-words text-ink-soft">{entry.reason}</span>
        )}
        {entry.evidence && <SpokenEvidence entry={entry} />}
      </span>
    ),
    wrap: true,
    phone: 'second',
    onPhone: ({ source, reason, evidence }) => (
      <>
        {sourceLabels[source]}
        {source === 'manual' && `: ${reason}`}
        {evidence && `: “${evidence.text}”`}
      </>
    ),
  },
  {
    id: 'brokers',
    header: 'Brokers',
    cell: (entry) => entry.brokerNames.join(', ') || 'Not in the directory',
    wrap: true,
    phone: 'second',
  },
  {
    id: 'createdAt',
    header: 'Since',
    cell: (entry) => <span title={formatDateTime(entry.createdAt)}>{formatDate(entry.createdAt)}</span>,
    width: '9rem',
    phone: 'aside',
  },
  {
    id: 'until',
    header: 'Until',
    cell: ({ source }) => <span className="text-ink-soft">{ends[source]}</span>,
    width: '11rem',
    wide: true,
    phone: 'none',
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
    cell: (entry) =>
      entry.createdBy ?? (entry.source === 'manual' || entry.source === 'unclear' ? ABSENT : 'The broker'),
    width: '9rem',
    wide: true,
    phone: 'labelled',
    onPhone: ({ source, createdBy }) => source === 'manual' && createdBy,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (entry) => <RemoveButton entry={entry} onRemove={onRemove} />,
    width: '7rem',
  },
]

interface RemoveButtonProps {
  entry: Suppression
  onRemove: (entry: Suppression) => void
}

/** What was taken from speech is reviewed before it ends; an entry made by hand is removed. */
const removalVerbs: Partial<Record<Source, string>> = { voice: 'Lift', unclear: 'Review' }

/** Manual entries, holds and opt-outs from speech can be removed; any other ends with its source. */
function RemoveButton({ entry, onRemove }: RemoveButtonProps): ReactElement | null {
  const refusal = useRefusal('suppressions.remove')
  if (!entry.removable) return null
  const isManual = entry.source === 'manual'
  const verb = removalVerbs[entry.source] ?? 'Remove'
  return (
    <Button
      size="sm"
      {...(isManual && { icon: Trash2, variant: 'remove' })}
      aria-label={`${verb} ${formatPhone(entry.phoneNumber)}`}
      disabledReason={refusal}
      onClick={() => onRemove(entry)}
    >
      {verb}
    </Button>
  )
}
