import { Undo2 } from 'lucide-react'
import type { ReactElement } from 'react'
import {
  type BulkChange,
  bulkChangeRefusals,
  getBulkChange,
  undoBulkChange,
} from '#contract/brokers/bulk-changes.ts'
import { isNotFound, messageOf } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { PanelFallback } from '#web/ui/PanelFallback.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toastError } from '#web/ui/toast.ts'
import { bulkStatusLooks, isUnderWay, outcomeText } from './bulk-texts.ts'

const AGAIN_MS = 1000

/** One change of many brokers: its progress, its result, and its undo. It may be closed while the change runs. */
export function BulkChangeDetails({ id, onClose }: { id: number; onClose: () => void }): ReactElement {
  const read = useRead(
    getBulkChange,
    { params: { id } },
    { refetchInterval: AGAIN_MS, refetchWhile: isUnderWay },
  )
  const change = read.data
  return (
    <Dialog
      open
      onClose={onClose}
      title={change?.label ?? 'Change of many brokers'}
      footer={
        <>
          {change?.undoable && <UndoButton change={change} />}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {change ? (
        <Body change={change} />
      ) : (
        <PanelFallback
          noun="change"
          isMissing={isNotFound(read.error)}
          missing="There is no change with this number."
          error={read.error}
          onRetry={() => void read.refetch()}
          skeleton={<Skeleton className="h-28" />}
        />
      )}
    </Dialog>
  )
}

function Body({ change }: { change: BulkChange }): ReactElement {
  const { status, total, done, changed, refused, createdBy, createdAt, error } = change
  const most = status === 'undoing' || status === 'undone' ? changed : total
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
        <StatusDot {...bulkStatusLooks[status]} active={isUnderWay(change)} />
        <span>
          {countOf(total, 'broker')}
          {createdBy && `, by ${createdBy}`}, <RelativeTime when={createdAt} />
        </span>
      </p>
      {isUnderWay(change) ? (
        <>
          <Progress
            label={status === 'undoing' ? 'Undoing' : 'Changing brokers'}
            value={done}
            max={most}
            text={`${formatNumber(done)} of ${countOf(most, 'broker')}`}
          />
          <p className="text-ink-soft">It goes on in the background: find it again under Past changes.</p>
        </>
      ) : (
        <p className="font-medium">{outcomeText(change)}</p>
      )}
      {error && (
        <p role="alert" className="text-red-ink">
          {error}
        </p>
      )}
      {refused.length > 0 && (
        <div className="flex flex-col items-start gap-2">
          <h3 className="font-medium">Could not be changed</h3>
          <ul className="flex w-full flex-col gap-1">
            {refused.map(({ reason, brokers }) => (
              <li key={reason} className="flex justify-between gap-4">
                <span className="min-w-0 break-words">{reason}</span>
                <span className="tabular shrink-0 text-ink-soft">{formatNumber(brokers)}</span>
              </li>
            ))}
          </ul>
          <DownloadButton
            url={urlOf(bulkChangeRefusals, { id: change.id })}
            fallbackName="refused-brokers.csv"
            failure="Failed to download the brokers"
          >
            Download these brokers
          </DownloadButton>
        </div>
      )}
    </div>
  )
}

function UndoButton({ change }: { change: BulkChange }): ReactElement {
  const refusal = useRefusal('brokers.write')
  const undo = useUndo()
  return (
    <Button
      icon={Undo2}
      disabledReason={refusal}
      pending={undo.isPending}
      pendingText="Undoing..."
      onClick={() => undo.start(change.id)}
    >
      Undo
    </Button>
  )
}

/** Restores the values that brokers had before a change. */
export function useUndo(onStarted?: (change: BulkChange) => void): {
  start: (id: number) => void
  isPending: boolean
} {
  const write = useWrite(undoBulkChange, {
    refresh: ['audiences'],
    onSuccess: onStarted,
    onError: (error) => toastError(messageOf(error, 'Failed to undo the change')),
  })
  return { start: (id) => write.mutate({ params: { id } }), isPending: write.isPending }
}
