import { memo, type ReactElement, useMemo } from 'react'
import { Link } from 'react-router'
import { type Activity, listActivities } from '#contract/brokers/timeline.ts'
import { useRead } from '#web/api/use-read.ts'
import { nameWithoutBroker } from '#web/lib/activity-name.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { softClass } from '#web/ui/tone.ts'
import { activityLook } from './activity-badges.ts'
import { oneACall } from './activity-groups.ts'
import { useArrivals } from './use-arrivals.ts'

const SHOWN = 5
/** A call leaves up to three lines, which are shown as one. */
const READ = 20

/** The last five activities of brokers, one for each call. Its height is fixed, so that nothing below it moves. */
export function RecentActivity(): ReactElement {
  const { data, error, refetch } = useRead(listActivities, { query: { limit: READ } })
  const shown = useMemo(() => data && oneACall(data).slice(0, SHOWN), [data])
  const hasArrived = useArrivals(shown?.map(({ id }) => id))
  return (
    <Panel title="Recent Broker Activity" flush>
      {shown?.length === 0 && (
        <EmptyState title="No recent activity">What brokers answer and do shows here.</EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ul className="min-h-75.5">
          {shown.map((activity, place) => (
            // keyed by place, so that no row moves when an activity arrives
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={place} className="border-t border-line first:border-t-0">
              <Entry key={activity.id} activity={activity} isNew={hasArrived(activity.id)} />
            </li>
          ))}
        </ul>
      )}
      {!data && error && (
        <ErrorState title="The activity could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <RecentActivitySkeleton />}
    </Panel>
  )
}

interface EntryProps {
  activity: Activity
  /** Arrived while the page was open: highlighted briefly. */
  isNew: boolean
}

const Entry = memo(function Entry({ activity, isNew }: EntryProps): ReactElement {
  const { tone, icon: Icon, label } = activityLook(activity.type)
  return (
    <div
      className={cx(
        // always two lines high
        'flex h-15 items-start gap-3 px-4 py-2.5',
        isNew && 'animate-flash',
      )}
    >
      <span
        role="img"
        aria-label={label}
        className={cx(
          'mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full',
          softClass[tone],
        )}
      >
        <Icon aria-hidden className="size-3.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          {activity.broker ? (
            <Link
              to={pathTo.broker(activity.broker.id)}
              className="truncate rounded font-medium hover:text-link hover:underline"
            >
              {activity.broker.name}
            </Link>
          ) : (
            <span className="truncate font-medium">{nameWithoutBroker(activity)}</span>
          )}
          <span className="shrink-0 text-xs text-ink-soft">
            <RelativeTime when={activity.createdAt} />
          </span>
        </p>
        <p className="truncate text-ink-soft" title={activity.description}>
          {activity.test && activity.broker && 'Test call · '}
          {activity.description}
        </p>
      </div>
    </div>
  )
})

function RecentActivitySkeleton(): ReactElement {
  return (
    <div aria-hidden>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className="flex h-15 gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
          <Skeleton className="size-7 rounded-full" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className="h-3 w-2/3" />
          </span>
        </div>
      ))}
    </div>
  )
}
