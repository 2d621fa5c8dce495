import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { ListResult } from '#web/api/use-read.ts'
import { ButtonLink } from '../Button.tsx'
import { Panel } from '../Card.tsx'
import { DataTable, listProps } from '../DataTable.tsx'
import { EmptyState } from '../EmptyState.tsx'
import type { Column } from '../table-columns.ts'
import type { ReviewDesk, Subject } from './review-desk.ts'

interface ReviewQueueProps<Status extends string, Row extends Subject<Status>> {
  desk: ReviewDesk<Status, Row>
  /** Key of the stored column choice. */
  id: string
  /** 'documents' */
  noun: string
  columns: readonly Column<Row>[]
  list: ListResult<Row>
  sort: string
  isFiltered: boolean
  onSort: (sort: string) => void
  onClearFilters: () => void
  onOpen: (id: number) => void
  selectedKey?: number | null
  filters: ReactNode
  actions?: ReactNode
  empty: EmptyQueueProps
}

/** A desk's queue: filters, and a table of items to claim and open. */
export function ReviewQueue<Status extends string, Row extends Subject<Status>>(
  props: ReviewQueueProps<Status, Row>,
): ReactElement {
  const { desk, id, noun, columns, list, onOpen, filters, actions, empty } = props
  return (
    <Panel title="Queue" flush actions={actions} hideTitle={!actions}>
      <DataTable
        id={id}
        label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`}
        noun={noun}
        columns={columns}
        rowKey={(row: Row) => row.id}
        {...listProps(list)}
        loadingText={`Loading ${noun}...`}
        sort={props.sort}
        onSort={props.onSort}
        isFiltered={props.isFiltered}
        onClearFilters={props.onClearFilters}
        onOpen={(row) => onOpen(row.id)}
        openLabel={(row) => `Open the ${desk.nameOf(row)}`}
        selectedKey={props.selectedKey ?? null}
        toolbar={filters}
        empty={<EmptyQueue {...empty} />}
      />
    </Panel>
  )
}

interface EmptyQueueProps {
  icon: LucideIcon
  title: string
  /** Link from an empty queue to all items; null if all are shown. */
  all: { label: string; to: string } | null
  text: string
}

function EmptyQueue({ icon, title, all, text }: EmptyQueueProps): ReactElement {
  return (
    <EmptyState icon={icon} title={title} action={all && <ButtonLink to={all.to}>{all.label}</ButtonLink>}>
      {text}
    </EmptyState>
  )
}
