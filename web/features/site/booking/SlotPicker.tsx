import { type ReactElement, type Ref, useState } from 'react'
import { NO_TIMES_LEFT, type Slot } from '#contract/bookings/bookings.ts'
import { type Day, dayName, shortDayName } from '#contract/calendar.ts'
import { Button } from '#web/features/site/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { MonthCalendar } from './MonthCalendar.tsx'
import { SlotList } from './SlotList.tsx'
import type { SlotChoice } from './use-slots.ts'

interface SlotPickerProps {
  choice: SlotChoice
  problem: string | null
  current?: string
  headingRef: Ref<HTMLHeadingElement>
  /** On a narrow screen only this one of the two is shown; both where it is absent. */
  step?: 'date' | 'time'
  onDate: (day: Day) => void
  onSlot: (slot: Slot) => void
}

/** Calendar and times of the chosen day, side by side on wide screens. */
export function SlotPicker(props: SlotPickerProps): ReactElement {
  const { choice, problem, current, headingRef, step, onDate, onSlot } = props
  // a day without times that was pressed; a message explains it
  const [refused, setRefused] = useState<Day | null>(null)
  const choose = (day: Day): void => {
    setRefused(null)
    choice.chooseDate(day)
    onDate(day)
  }
  const next = refused && choice.nextOffered(refused)
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,23rem)_minmax(13rem,1fr)]">
      <div className={cx(step === 'time' && 'max-md:hidden')}>
        <MonthCalendar
          month={choice.month}
          today={choice.today}
          last={choice.last}
          selected={choice.date}
          isOffered={choice.isOffered}
          onMonth={choice.showMonth}
          onSelect={choose}
          onRefuse={setRefused}
        />
        <div className="mt-3 min-h-12 text-sm">
          <div role="status">
            {refused && (
              <>
                <p>
                  {dayName(refused)}: {NO_TIMES_LEFT}
                </p>
                {next && (
                  <button
                    type="button"
                    onClick={() => choose(next)}
                    className="link underline min-h-6 font-medium"
                  >
                    Next free day: {shortDayName(next)}
                  </button>
                )}
              </>
            )}
          </div>
          {!refused && (
            <p className="flex items-center gap-2 text-ink-soft">
              <span aria-hidden className="mx-1 size-1.5 rounded-full bg-primary" />
              Days with free times
            </p>
          )}
        </div>
        {step === 'date' && (
          <Button className="w-full md:hidden" onClick={() => onDate(choice.date)}>
            See times on {shortDayName(choice.date)}
          </Button>
        )}
      </div>
      <div className={cx('flex min-w-0 flex-col', step === 'date' && 'max-md:hidden')}>
        <SlotList
          choice={choice}
          problem={problem}
          current={current}
          headingRef={headingRef}
          onDate={choose}
          onChoose={(slot) => {
            choice.chooseSlot(slot)
            onSlot(slot)
          }}
        />
      </div>
    </div>
  )
}
