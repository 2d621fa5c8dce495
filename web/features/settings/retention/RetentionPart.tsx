import type { ReactElement } from 'react'
import { getRetention } from '#contract/system/retention.ts'
import { useRead } from '#web/api/use-read.ts'
import { Below } from '#web/ui/Below.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { PeriodsForm } from './PeriodsForm.tsx'
import { RemovalHistory } from './RemovalHistory.tsx'

/** How long each kind of data is kept, and the history of removals. */
export function RetentionPart(): ReactElement {
  const { data, error, refetch } = useRead(getRetention)
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Retention periods">
        {data ? (
          <PeriodsForm saved={data} />
        ) : error ? (
          <ErrorState title="The periods could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading text="Loading the periods...">
            <div className="flex flex-col gap-3">
              {[0, 1, 2, 3, 4].map((line) => (
                <Skeleton key={line} className="h-12" />
              ))}
            </div>
          </Loading>
        )}
      </Panel>
      <Below isReady={data !== undefined || error !== null}>
        <RemovalHistory />
      </Below>
    </div>
  )
}
