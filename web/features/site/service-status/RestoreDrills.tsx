import type { ReactElement } from 'react'
import type { ServiceStatus } from '#contract/system/service-status.ts'
import { formatDate } from '#web/lib/dates.ts'
import { countOf } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

interface Props {
  drills: ServiceStatus['restoreDrills']
  /** Whether backups are made. */
  enabled: boolean
}

/** The record of restored backups. */
export function RestoreDrills({ drills, enabled }: Props): ReactElement {
  return (
    <section aria-labelledby="drills">
      <h2 id="drills" className="text-title font-semibold">
        Restore drills
      </h2>
      <p className="mt-2 mb-4 max-w-prose text-ink-soft">
        {enabled
          ? 'Every night the newest backup is restored to a separate database and compared with the original.'
          : 'Backups are off, so no restore drills run.'}{' '}
        {summary(drills)}
      </p>
      {drills.latest.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line bg-surface px-4 sm:px-6">
          {drills.latest.map(({ at, passed }) => (
            <li key={at} className="flex justify-between gap-6 py-2.5">
              <span className="tabular">{formatDate(at, { timeZone: 'Australia/Sydney', now: 0 })}</span>
              <span className={cx('font-medium', passed ? 'text-green-ink' : 'text-red-ink')}>
                {passed ? 'Passed' : 'Failed'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function summary({ passed, failed }: Props['drills']): string {
  const all = passed + failed
  if (all === 0) return 'No drill was recorded in the last 90 days.'
  return `In the last 90 days ${passed} of ${countOf(all, 'drill')} passed.`
}
