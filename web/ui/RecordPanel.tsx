import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { isNotFound } from '#web/api/api-error.ts'
import { formatNumber, formatTotal } from '#web/lib/format.ts'
import type { OpenRecord } from '#web/lib/use-open-record.ts'
import { SidePanel } from './Dialog.tsx'
import { IconButton } from './IconButton.tsx'
import { PanelFallback } from './PanelFallback.tsx'
import { stepOfKey } from './panel-keys.ts'
import { SkeletonLines } from './Skeleton.tsx'
import { elementOf } from './shown-lists.ts'
import { useNeighbours } from './use-neighbours.ts'

interface RecordPanelProps<Row> {
  /** Singular noun of the record: 'broker'. */
  noun: string
  /** The result of `useOpenRecord`. */
  open: Omit<OpenRecord, 'open'>
  /** The query of the record; already loaded data passes `data` alone. */
  read: { data: Row | undefined; error?: unknown; refetch?: () => unknown }
  /** True if the response has no such record. */
  isMissing?: boolean
  /** The message for a missing record; default: 'There is no broker with this number.' */
  missing?: string
  title: string
  description?: ReactNode
  /** Buttons for the record, the primary one last. */
  footer?: ReactNode
  /** Classes of the loading skeletons, from the top; they must differ. */
  skeleton?: readonly string[]
  children: (record: Row) => ReactNode
}

/**
 * The details of one record at the right edge. Opened from a list, it has buttons and keys for the previous and the next
 * record; opened by URL alone, it has none.
 */
export function RecordPanel<Row>(props: RecordPanelProps<Row>): ReactElement | null {
  return props.open.isOpen ? <OpenPanel {...props} /> : null
}

function OpenPanel<Row>(props: RecordPanelProps<Row>): ReactElement {
  const { noun, open, read, children } = props
  const key = String(open.id ?? '')
  const neighbours = useNeighbours(open.list, key)
  const record = open.id === null ? undefined : read.data
  const go = (to: string | null | undefined): void => {
    if (to) open.replace(Number(to))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = neighbours && stepOfKey(event)
    if (!step) return
    event.preventDefault()
    go(neighbours[step])
  }
  return (
    <SidePanel
      open
      onClose={open.close}
      title={props.title}
      description={props.description}
      footer={props.footer}
      shows={key}
      returnFocusTo={() => elementOf(open.list, key)}
      onKeyDown={onKeyDown}
      actions={
        neighbours && (
          <>
            <span role="status" className="tabular px-1 text-ink-soft max-md:sr-only">
              <span className="sr-only">{props.title}, </span>
              {neighbours.position !== null &&
                `${formatNumber(neighbours.position)} of ${formatTotal(neighbours.total)}`}
            </span>
            <IconButton
              label={`Previous ${noun}`}
              icon={ArrowLeft}
              aria-keyshortcuts="k"
              disabledReason={neighbours.previous === null ? 'This is the first.' : null}
              onClick={() => go(neighbours.previous)}
            />
            <IconButton
              label={`Next ${noun}`}
              icon={ArrowRight}
              aria-keyshortcuts="j"
              disabledReason={neighbours.next === null ? neighbours.atEnd : null}
              onClick={() => go(neighbours.next)}
            />
          </>
        )
      }
    >
      {record === undefined ? (
        <PanelFallback
          noun={noun}
          isMissing={open.id === null || props.isMissing === true || isNotFound(read.error)}
          missing={props.missing ?? `There is no ${noun} with this number.`}
          error={read.error}
          onRetry={() => void read.refetch?.()}
          skeleton={<SkeletonLines lines={props.skeleton ?? []} />}
        />
      ) : (
        children(record)
      )}
    </SidePanel>
  )
}
