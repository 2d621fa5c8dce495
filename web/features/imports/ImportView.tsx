import { ArrowLeft } from 'lucide-react'
import type { ReactElement } from 'react'
import { getImport } from '#contract/brokers/imports.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useRead, useRecord } from '#web/api/use-read.ts'
import { recordId } from '#web/lib/use-open-record.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { ImportOutcome } from './ImportOutcome.tsx'
import { ImportRunning } from './ImportRunning.tsx'
import { ImportSteps } from './ImportSteps.tsx'
import { isRunning } from './import-rules.ts'
import { PreviewStep } from './PreviewStep.tsx'

interface ImportViewProps {
  /** From the URL. */
  chosen: string
  onAnother: () => void
}

const PROGRESS_MS = 1000

/** One import, in any state. */
export function ImportView({ chosen, onAnother }: ImportViewProps): ReactElement {
  const id = recordId(chosen)
  const known = useRecord(getImport, id)
  const running = known.data !== undefined && isRunning(known.data.status)
  // live updates do not report each row, hence the polling
  useRead(getImport, { params: { id: id ?? 0 } }, { enabled: running, refetchInterval: PROGRESS_MS })
  const isMissing = id === null || isNotFound(known.error)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button variant="ghost" icon={ArrowLeft} className="-ml-2" onClick={onAnother}>
          All imports
        </Button>
      </div>
      {known.data && <ImportSteps status={known.data.status} />}
      {isMissing ? (
        <Panel title="Import">
          <EmptyState
            title="Import not found"
            action={<Button onClick={onAnother}>Import another file</Button>}
          >
            There is no import with this number.
          </EmptyState>
        </Panel>
      ) : known.data ? (
        <Current data={known.data} onAnother={onAnother} />
      ) : known.error ? (
        <ErrorState
          title="The import could not be loaded."
          error={known.error}
          onRetry={() => void known.refetch()}
        />
      ) : (
        <Loading text="Loading import...">
          <div className="flex flex-col gap-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-72" />
          </div>
        </Loading>
      )}
    </div>
  )
}

type Data = NonNullable<ReturnType<typeof useRead<typeof getImport>>['data']>

function Current({ data, onAnother }: { data: Data; onAnother: () => void }): ReactElement {
  if (data.status === 'preview') return <PreviewStep data={data} onDiscard={onAnother} />
  if (isRunning(data.status)) return <ImportRunning data={data} />
  return <ImportOutcome data={data} onAnother={onAnother} />
}
