import type { ReactElement, Ref } from 'react'
import type { Slot } from '#contract/bookings.ts'
import { MonthCalendar } from './MonthCalendar.tsx'
import { SlotList } from './SlotList.tsx'
import type { SlotChoice } from './use-slots.ts'

interface SlotPickerProps {
  choice: SlotChoice
  problem: string | null
  current?: string
  headingRef: Ref<HTMLHeadingElement>
  onChange: () => void
}

/** Calendar and times of the chosen day, side by side where there is room. */
export function SlotPicker(props: SlotPickerProps): ReactElement {
  const { choice, problem, current, headingRef, onChange } = props
  const choose = (slot: Slot): void => {
    choice.chooseSlot(slot)
    onChange()
  }
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,23rem)_minmax(13rem,1fr)]">
      <MonthCalendar
        month={choice.month}
        today={choice.today}
        last={choice.last}
        selected={choice.date}
        isOffered={choice.isOffered}
        onMonth={choice.showMonth}
        onSelect={(day) => {
          choice.chooseDate(day)
          onChange()
        }}
      />
      <SlotList
        choice={choice}
        problem={problem}
        current={current}
        headingRef={headingRef}
        onChoose={choose}
      />
    </div>
  )
}
