import type { ReactElement, Ref } from 'react'
import type { Slot } from '#contract/bookings/bookings.ts'
import { dayName } from '#contract/calendar.ts'
import { Button } from '#web/features/site/ui/Button.tsx'
import { personDay, personRange, sydneyRange } from './times.ts'
import { usePersonZone } from './use-person-zone.ts'

interface DetailsHeadProps {
  slot: Slot | null
  onChange: () => void
  ref: Ref<HTMLHeadingElement>
}

/** The chosen time, and the way back to it. */
export function DetailsHead({ slot, onChange, ref }: DetailsHeadProps): ReactElement {
  const zone = usePersonZone()
  const sydney = slot && sydneyRange(slot.start, zone)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h2 ref={ref} tabIndex={-1} className="text-title font-semibold outline-none">
          Meeting details
        </h2>
        {slot && (
          <p className="mt-1 text-ink-soft">
            {dayName(personDay(slot.start, zone))}, {personRange(slot.start, zone)}
            {sydney && ` (${sydney})`}
          </p>
        )}
      </div>
      <Button onClick={onChange}>Change time</Button>
    </div>
  )
}

/** A notice for visitors with a link that was sent to a broker. */
export function FromLink({ cameFrom }: { cameFrom: string | null }): ReactElement {
  return (
    <p className="text-ink-soft">
      You used a personal link, so the confirmation goes to the email address or mobile we have on record.{' '}
      <a href={cameFrom ? `/booking?${cameFrom}` : '/booking'} className="font-medium text-link underline">
        Not you? Book with your own details
      </a>
    </p>
  )
}
