import type { ReactElement, ReactNode } from 'react'
import { MEETING_MINUTES } from '#contract/bookings/bookings.ts'
import { dayName } from '#contract/calendar.ts'
import { cx } from '#web/ui/cx.ts'
import { personDay, personRange, sydneyRange } from './times.ts'
import { usePersonZone } from './use-person-zone.ts'

interface BookingSummaryProps {
  start: string
  /** The link is among the lines already. */
  hasLink?: boolean
  /** Further lines, below those that every meeting has. */
  more?: readonly [name: string, value: ReactNode][]
  /** Next to a form: names and values close together. */
  narrow?: boolean
}

/** Date, time, duration and format of a meeting, on the person's clock, with Sydney's time where it differs. */
export function BookingSummary(props: BookingSummaryProps): ReactElement {
  const { start, hasLink = false, more = [], narrow = false } = props
  const zone = usePersonZone()
  const sydney = sydneyRange(start, zone)
  const time = (
    <>
      <span className="block">{personRange(start, zone)}</span>
      {sydney && <span className="block text-sm font-normal text-ink-soft">{sydney}</span>}
    </>
  )
  const lines: [name: string, value: ReactNode][] = [
    ['Date', dayName(personDay(start, zone))],
    ['Time', time],
    ['Duration', `${MEETING_MINUTES} minutes`],
    ['Format', hasLink ? 'Video call' : 'Video call (link will be sent)'],
    ...more,
  ]
  return (
    <dl className="divide-y divide-line">
      {lines.map(([name, value]) => (
        <div
          key={name}
          className={cx(
            'grid gap-x-3 gap-y-0.5 py-2.5',
            narrow ? 'grid-cols-[4.25rem_1fr]' : 'sm:grid-cols-[9rem_1fr]',
          )}
        >
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
