import { BadgeAlert, BadgeCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Broker } from '#contract/brokers/brokers.ts'
import { formatDate } from '#web/lib/dates.ts'

type Registered = NonNullable<Broker['registered']>

/** The register lists the number for this broker, and it has not ended. */
export const isConfirmed = ({ matches, endedOn }: Registered): boolean => matches && !endedOn

/** Whether ASIC's register lists the number for this broker or company; hidden where no register lists it. */
export function RegisterTick({ registered }: Pick<Broker, 'registered'>): ReactElement | null {
  if (!registered) return null
  const text = tickText(registered)
  const isGood = isConfirmed(registered)
  const Icon = isGood ? BadgeCheck : BadgeAlert
  return (
    <span title={text} className={isGood ? 'text-green-ink' : 'text-amber-ink'}>
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** e.g. 'FRASER, ISLA, on ASIC’s register of 23 November 2026' */
export function tickText({ holder, endedOn, snapshotDate, matches }: Registered): string {
  const as = `on ASIC’s register of ${formatDate(snapshotDate)}`
  const text = endedOn ? `${holder}: ended on ${formatDate(endedOn)}, ${as}` : `${holder}, ${as}`
  return matches ? text : `Held by another name: ${text}`
}
