import type { ReactElement } from 'react'
import { listBulkChanges } from '#contract/brokers/bulk-changes.ts'
import { useRead } from '#web/api/use-read.ts'
import { countOf } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { bulkStatusLooks, isUnderWay } from './bulk-texts.ts'

interface PastChangesProps {
  onOpen: (id: number) => void
  onClose: () => void
}

/** The latest changes of many brokers, those under way among them. */
export function PastChanges({ onOpen, onClose }: PastChangesProps): ReactElement {
  const { data, error, refetch } = useRead(listBulkChanges)
  return (
    <Dialog open onClose={onClose} title="Past changes" description="Of many brokers at once, newest first.">
      {data?.length === 0 && (
        <p className="text-ink-soft">
          None yet. Select brokers in the directory to assign a BDM, add them to an audience, set their call
          basis or suppress their numbers.
        </p>
      )}
      <ul className="-mx-2 flex flex-col">
        {data?.map((change) => (
          <li key={change.id}>
            <button
              type="button"
              onClick={() => onOpen(change.id)}
              className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 gap-y-0.5 rounded-lg px-2 py-1.5 text-left hover:bg-hover"
            >
              <span className="min-w-0 truncate font-medium">{change.label}</span>
              <StatusDot {...bulkStatusLooks[change.status]} active={isUnderWay(change)} />
              <span className="w-full text-xs text-ink-soft">
                {countOf(change.total, 'broker')}
                {change.createdBy && ` · ${change.createdBy}`} · <RelativeTime when={change.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!data && error && (
        <ErrorState title="The changes could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading text="Loading changes...">
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Dialog>
  )
}
