import type { ReactElement } from 'react'
import type { Slot } from '#contract/bookings/bookings.ts'
import { shortDayName } from '#contract/calendar.ts'
import { personStart } from './times.ts'
import { usePersonZone } from './use-person-zone.ts'
import type { SlotChoice } from './use-slots.ts'

interface NextFreeProps {
  choice: SlotChoice
  onChoose: (slot: Slot) => void
}

/** The next free times, to choose one without the calendar; absent where no time is free. */
export function NextFree({ choice, onChoose }: NextFreeProps): ReactElement | null {
  const zone = usePersonZone()
  if (choice.nextFree.length === 0) return null
  return (
    <section aria-label="Next free times" className="mb-6">
      <h3 className="mb-2 font-semibold">Next free</h3>
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {choice.nextFree.map(({ date, slots }) => (
          <li key={date}>
            <p className="mb-1.5 text-sm text-ink-soft">{shortDayName(date)}</p>
            <div className="flex flex-wrap gap-2">
              {slots.map((slot) => {
                const time = personStart(slot.start, zone) ?? slot.label
                return (
                  <button
                    key={slot.start}
                    type="button"
                    aria-label={`${shortDayName(date)}, ${time}`}
                    aria-pressed={slot.start === choice.slot?.start}
                    onClick={() => {
                      choice.chooseDate(date)
                      choice.chooseSlot(slot)
                      onChoose(slot)
                    }}
                    className="tabular min-h-11 rounded-lg border border-line-strong/60 bg-surface px-3 whitespace-nowrap transition-colors hover:border-primary hover:bg-hover aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:font-semibold aria-pressed:text-on-primary"
                  >
                    {time}
                  </button>
                )
              })}
            </div>
          </li>
        ))}
      </ul>
      <h3 className="mt-6 font-semibold">Other dates</h3>
    </section>
  )
}
