import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { listActivities } from '#contract/brokers/timeline.ts'
import { useRead } from '#web/api/use-read.ts'
import { nameWithoutBroker } from '#web/lib/activity-name.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import type { Scope } from './analytics-filters.ts'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'

const SHOWN = 10

/** The newest ten activities of the period. */
export function ActivityTimeline({ scope }: { scope: Scope }): ReactElement {
  const { data, error, refetch, isPlaceholderData } = useRead(
    listActivities,
    { query: { limit: SHOWN, ...scope } },
    { keep: true },
  )
  return (
    <Panel
      title="Recent Activity Timeline"
      actions={
        <Definition text={definitions.activity} aside>
          Definition
        </Definition>
      }
    >
      {data?.length === 0 && (
        <EmptyState title="No recent activity">
          What brokers answer and do in this period shows here.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ol
          aria-busy={isPlaceholderData || undefined}
          className={cx('flex flex-col border-l border-line', isPlaceholderData && 'opacity-60')}
        >
          {data.slice(0, SHOWN).map(({ id, type, broker, phoneNumber, description, createdAt }) => (
            <li key={id} className="relative break-inside-avoid py-1.5 pl-4">
              <span aria-hidden className="absolute top-3.5 -left-1 size-2 rounded-full bg-primary" />
              <p className="flex justify-between gap-3">
                {broker ? (
                  <Link
                    to={pathTo.broker(broker.id)}
                    className="rounded font-medium hover:text-link hover:underline"
                  >
                    {broker.name}
                  </Link>
                ) : (
                  <span className="font-medium">{nameWithoutBroker({ type, phoneNumber, description })}</span>
                )}
                <span className="shrink-0 text-xs text-ink-soft">
                  <RelativeTime when={createdAt} />
                </span>
              </p>
              <p className="text-ink-soft">{description}</p>
            </li>
          ))}
        </ol>
      )}
      {!data && error && (
        <ErrorState title="The activity could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading text="Loading activity...">
          <Skeleton className="h-44" />
        </Loading>
      )}
    </Panel>
  )
}
