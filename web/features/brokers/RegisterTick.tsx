import { BadgeAlert, BadgeCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Broker } from '#contract/brokers.ts'
import { longDay } from '#contract/calendar.ts'

/** Whether ASIC's register has the number, with its holder and the day; nothing where no register has it. */
export function RegisterTick({ registered }: Pick<Broker, 'registered'>): ReactElement | null {
  if (!registered) return null
  const text = tickText(registered)
  const Icon = registered.endedOn ? BadgeAlert : BadgeCheck
  return (
    <span title={text} className={registered.endedOn ? 'text-amber-ink' : 'text-green-ink'}>
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** e.g. 'FRASER, ISLA, on ASIC’s register of 23 November 2026' */
export function tickText({ holder, endedOn, snapshotDate }: NonNullable<Broker['registered']>): string {
  const as = `on ASIC’s register of ${longDay(snapshotDate)}`
  return endedOn ? `${holder}: ended on ${longDay(endedOn)}, ${as}` : `${holder}, ${as}`
}
