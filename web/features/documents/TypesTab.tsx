import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Ellipsis, FileStack, Pencil, Plus } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { type DocumentTypeSetup, listDocumentTypeSetups } from '#contract/documents/document-types.ts'
import { documentCategoryLabels } from '#contract/documents/documents.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Below } from '#web/ui/Below.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { RejectionReasons } from './RejectionReasons.tsx'
import { requirementText, sizeText, validityText } from './type-form.ts'
import { useTypeChanges } from './use-type-changes.ts'

const TypeDialog = lazyDialog(async () => (await import('./TypeDialog.tsx')).TypeDialog)

/** Document types and standard rejection reasons. */
export function TypesTab(): ReactElement {
  const { isPending } = useRead(listDocumentTypeSetups)
  return (
    <div className="flex flex-col gap-4">
      <DocumentTypes />
      <Below isReady={!isPending}>
        <RejectionReasons />
      </Below>
    </div>
  )
}

type Edited = DocumentTypeSetup | 'new' | null

function DocumentTypes(): ReactElement {
  const [edited, setEdited] = useState<Edited>(null)
  const refusal = useRefusal('document_types.write')
  const types = useRead(listDocumentTypeSetups)
  const asked = types.data?.filter(({ retiredAt }) => retiredAt === null).length ?? 0
  const columns = useMemo(() => columnsFor({ asked, onEdit: setEdited }), [asked])
  const add = (
    <Button icon={Plus} disabledReason={refusal} onClick={() => setEdited('new')}>
      New document type
    </Button>
  )
  return (
    <Panel title="Document types" actions={add} flush>
      <DataTable
        id="document-types"
        label="Document types"
        noun="document types"
        columns={columns}
        rowKey={(type: DocumentTypeSetup) => type.id}
        {...readProps(types)}
        loadingText="Loading document types..."
        {...(refusal
          ? {}
          : { onOpen: setEdited, openLabel: (type: DocumentTypeSetup) => `Edit ${type.name}` })}
        empty={
          <EmptyState icon={FileStack} title="No document types yet" action={add}>
            Brokers upload each of these in the portal.
          </EmptyState>
        }
      />
      {edited && <TypeDialog type={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Panel>
  )
}

interface ColumnsInput {
  /** Number of active types, which can be reordered. */
  asked: number
  onEdit: (type: DocumentTypeSetup) => void
}

/** What a broker uploads, and what a reviewer compares it with. */
const aboutText = ({ description, reviewHint }: DocumentTypeSetup): string =>
  [description, reviewHint && `Compare: ${reviewHint}`].filter(Boolean).join(' ')

function columnsFor({ asked, onEdit }: ColumnsInput): readonly Column<DocumentTypeSetup>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      cell: (type) => (
        <span className="block">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="font-medium">{type.name}</span>
            {type.retiredAt !== null && <Badge>Retired</Badge>}
          </span>
          <span className="block text-xs text-ink-soft">{aboutText(type)}</span>
        </span>
      ),
      always: true,
      phone: 'title',
      onPhone: ({ name, retiredAt }) => (retiredAt === null ? name : `${name} (retired)`),
      wrap: true,
    },
    {
      id: 'category',
      header: 'Category',
      cell: ({ category }) => documentCategoryLabels[category],
      width: '7rem',
      always: true,
      phone: 'second',
      onPhone: (type) => `${documentCategoryLabels[type.category]} · ${aboutText(type)}`,
    },
    {
      id: 'required',
      header: 'Requirement',
      cell: requirementText,
      width: '8.5rem',
      always: true,
      phone: 'aside',
    },
    { id: 'ends', header: 'Expiry', cell: validityText, width: '12rem', always: true, wrap: true },
    {
      id: 'size',
      header: 'Max size',
      cell: ({ maxFileSize }) => sizeText(maxFileSize),
      width: '6rem',
      always: true,
      align: 'end',
      wide: true,
    },
    {
      id: 'documents',
      header: 'Uploads',
      cell: ({ documents }) => formatNumber(documents),
      width: '5rem',
      always: true,
      align: 'end',
      wide: true,
    },
    {
      id: 'actions',
      header: 'Actions',
      cell: (type) => <TypeMenu type={type} asked={asked} onEdit={onEdit} />,
      width: '4rem',
      always: true,
    },
  ]
}

interface TypeMenuProps {
  type: DocumentTypeSetup
  asked: number
  onEdit: (type: DocumentTypeSetup) => void
}

function TypeMenu({ type, asked, onEdit }: TypeMenuProps): ReactElement {
  const refusal = useRefusal('document_types.write')
  const { place, move, retire, resume, isPending } = useTypeChanges(type)
  const isRetired = type.retiredAt !== null
  const trigger = (
    <IconButton
      label={`Actions for ${type.name}`}
      icon={Ellipsis}
      pending={isPending}
      disabledReason={refusal}
    />
  )
  if (refusal) return trigger
  const cannotMove = isRetired ? 'Retired types have no order.' : null
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={Pencil} onSelect={() => onEdit(type)}>
        Edit
      </MenuItem>
      <MenuItem
        icon={ArrowUp}
        disabledReason={cannotMove ?? (place === 1 ? 'This is the first.' : null)}
        onSelect={() => move(place - 1)}
      >
        Move up
      </MenuItem>
      <MenuItem
        icon={ArrowDown}
        disabledReason={cannotMove ?? (place === asked ? 'This is the last.' : null)}
        onSelect={() => move(place + 1)}
      >
        Move down
      </MenuItem>
      {isRetired ? (
        <MenuItem icon={ArchiveRestore} onSelect={resume}>
          Restore
        </MenuItem>
      ) : (
        <MenuItem icon={Archive} danger onSelect={() => void retire()}>
          {`Retire${type.documents > 0 ? ` (${countOf(type.documents, 'upload')} stay)` : ''}`}
        </MenuItem>
      )}
    </Menu>
  )
}
