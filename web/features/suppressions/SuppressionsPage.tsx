import { FileUp, PhoneOff, Plus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { listSuppressions } from '#contract/brokers.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { AddSuppressionDialog } from './AddSuppressionDialog.tsx'
import { suppressionColumns } from './suppression-columns.tsx'
import { type Suppression, sourceOf, sourceOptions } from './suppression-labels.ts'
import { WashDialog } from './WashDialog.tsx'

const filters = { q: '', source: '' }

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
        subtitle="Numbers that are never dialled, whatever the campaign."
        crumbs={[{ label: 'Brokers', to: '/brokers' }]}
        actions={
          <>
            <Button icon={FileUp} disabledReason={washRefusal} onClick={() => setOpen('wash')}>
              Upload wash
            </Button>
            {add}
          </>
        }
      />
      <SuppressionTable />
      {open === 'add' && <AddSuppressionDialog onClose={close} />}
      {open === 'wash' && <WashDialog onClose={close} />}
    </>
  )
}

function SuppressionTable(): ReactElement {
  const [{ q, source }, setFilters] = useUrlState(filters)
  const list = useList(listSuppressions, { query: { q, source: sourceOf(source) } })
  return (
    <Panel title="Suppressed numbers" flush>
      <DataTable
        id="suppressions"
        label="Suppressed numbers"
        noun="numbers"
        columns={suppressionColumns}
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
          <EmptyState icon={PhoneOff} title="No suppressed numbers">
            A number appears here as soon as a broker opts out by key, voice or SMS, or when it is added by
            hand.
          </EmptyState>
        }
      />
    </Panel>
  )
}
