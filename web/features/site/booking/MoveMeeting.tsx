import { type ReactElement, type Ref, useEffect, useRef } from 'react'
import { Button } from '#web/features/site/ui/Button.tsx'
import { Card } from '#web/features/site/ui/Container.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { personMeeting } from './times.ts'
import { usePersonZone } from './use-person-zone.ts'
import type { SlotChoice } from './use-slots.ts'

interface MoveMeetingProps {
  choice: SlotChoice
  current: string
  problem: string | null
  pending: boolean
  headingRef: Ref<HTMLHeadingElement>
  onChange: () => void
  onMove: () => void
  onKeep: () => void
}

/** The calendar again, to move a meeting; the meeting is unchanged until the new time is confirmed. */
export function MoveMeeting(props: MoveMeetingProps): ReactElement {
  const { choice, current, problem, pending, headingRef, onChange, onMove, onKeep } = props
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const { slot } = choice
  const zone = usePersonZone()
  return (
    <Card>
      <h2 ref={title} tabIndex={-1} className="mb-5 text-title font-semibold outline-none">
        Choose another time
      </h2>
      <SlotPicker
        choice={choice}
        problem={problem}
        current={current}
        headingRef={headingRef}
        onDate={onChange}
        onSlot={onChange}
      />
      <p aria-live="polite" className="mt-6 min-h-6">
        {slot && `New time: ${personMeeting(slot.start, zone)}`}
      </p>
      <div className="mt-3 grid gap-3 sm:flex">
        <Button variant="primary" disabled={!slot} pending={pending} pendingText="Moving..." onClick={onMove}>
          Move meeting
        </Button>
        <Button onClick={onKeep}>Keep the current time</Button>
      </div>
    </Card>
  )
}
