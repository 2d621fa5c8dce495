import type { ReactElement, ReactNode, Ref } from 'react'
import { HORIZON_DAYS, NO_TIMES_LEFT, type Slot } from '#contract/bookings/bookings.ts'
import { addMonths, type Day, dayName, monthName, monthOf, shortDayName } from '#contract/calendar.ts'
import { Button } from '#web/features/site/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { personStart, placeOf, zoneLabel } from './times.ts'
import { usePersonZone } from './use-person-zone.ts'
import type { SlotChoice } from './use-slots.ts'

interface SlotListProps {
  choice: SlotChoice
  /** Why a time must be chosen, or chosen again. */
  problem: string | null
  /** Start of the meeting that is being moved. */
  current?: string
  /** The heading, to send the focus there. */
  headingRef: Ref<HTMLHeadingElement>
  /** Moves to a day that has times. */
  onDate: (day: Day) => void
  onChoose: (slot: Slot) => void
}

/** The times of the chosen day, including taken ones. */
export function SlotList({
  choice,
  problem,
  current,
  headingRef,
  onDate,
  onChoose,
}: SlotListProps): ReactElement {
  return (
    <div className="flex min-w-0 flex-col">
      <div aria-live="polite" className="mb-3 flex min-h-11 flex-col justify-center">
        <h3 ref={headingRef} tabIndex={-1} className="font-semibold outline-none">
          {dayName(choice.date)}
        </h3>
        {problem && <p className="text-sm text-red-ink">{problem}</p>}
      </div>
      <SlotsOfDay choice={choice} current={current} onDate={onDate} onChoose={onChoose} />
    </div>
  )
}

function SlotsOfDay(props: Omit<SlotListProps, 'problem' | 'headingRef'>): ReactElement {
  const { choice, current, onDate, onChoose } = props
  const zone = usePersonZone()
  const [first] = choice.slots
  const differs = first && zone !== null && personStart(first.start, zone) !== null
  if (choice.state === 'failed') {
    return (
      <Empty text="The times could not be loaded.">
        <Button onClick={() => void choice.refresh()}>Try again</Button>
      </Empty>
    )
  }
  if (choice.state === 'loading') return <SlotSkeleton />
  if (choice.hasNone && !choice.slots.some((slot) => slot.start === current)) {
    return (
      <Empty text="No meeting times are open at present.">
        <p>All times of the next {HORIZON_DAYS} days are taken or not offered. Please try again later.</p>
      </Empty>
    )
  }
  if (!choice.slots.some((slot) => slot.available || slot.start === current)) {
    return (
      <Empty text={NO_TIMES_LEFT}>
        <NextOffer choice={choice} onDate={onDate} />
      </Empty>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in addition to the heading above
    <div role="group" aria-label={`Times on ${dayName(choice.date)}`} className="grid gap-2">
      {choice.slots.map((slot) => (
        <SlotButton
          key={slot.start}
          slot={slot}
          isChosen={slot.start === choice.slot?.start}
          zone={zone}
          isCurrent={slot.start === current}
          onChoose={() => onChoose(slot)}
        />
      ))}
      <p className="mt-1 text-sm text-ink-soft">
        {differs
          ? `${placeOf(zone) === 'your own' ? 'Your own' : placeOf(zone)} time first, then Sydney’s, ${zoneLabel(first.start)}.`
          : `Times in Sydney${first ? `, ${zoneLabel(first.start)}` : ''}.`}
      </p>
    </div>
  )
}

function remarkOn(slot: Slot, isCurrent: boolean): string | null {
  if (isCurrent) return 'Your time now'
  return slot.available ? null : 'Unavailable'
}

interface SlotButtonProps {
  slot: Slot
  isChosen: boolean
  /** The time of the meeting that is being moved. */
  isCurrent: boolean
  zone: string | null
  onChoose: () => void
}

function SlotButton({ slot, isChosen, isCurrent, zone, onChoose }: SlotButtonProps): ReactElement {
  const own = personStart(slot.start, zone)
  const remark = remarkOn(slot, isCurrent) ?? (own && `${slot.label} in Sydney`)
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={!slot.available}
      onClick={onChoose}
      className={cx(
        'tabular flex min-h-11 items-center justify-between gap-3 rounded-lg border px-4 text-left transition-colors',
        isChosen && 'border-primary bg-primary font-semibold text-on-primary',
        !isChosen && slot.available && 'border-line-strong/60 bg-surface hover:border-primary hover:bg-hover',
        !slot.available && 'cursor-not-allowed border-line bg-sunken text-ink-faint',
      )}
    >
      <span className={cx('whitespace-nowrap', !slot.available && 'line-through')}>{own ?? slot.label}</span>{' '}
      {remark && <span className="text-sm">{remark}</span>}
    </button>
  )
}

function Empty({ text, children }: { text: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex flex-1 flex-col items-start justify-center gap-4 rounded-lg bg-sunken p-5">
      <p className="font-medium">{text}</p>
      {children}
    </div>
  )
}

/** The way on from a day without times. */
function NextOffer({ choice, onDate }: Pick<SlotListProps, 'choice' | 'onDate'>): ReactElement {
  const nextOffered = choice.nextOffered(choice.date)
  if (nextOffered) {
    return (
      <Button onClick={() => onDate(nextOffered)}>
        <span>
          Next free day: <span className="whitespace-nowrap">{shortDayName(nextOffered)}</span>
        </span>
      </Button>
    )
  }
  const next = addMonths(choice.month > monthOf(choice.date) ? choice.month : monthOf(choice.date), 1)
  if (next > monthOf(choice.last)) return <p>Meetings can be booked up to {HORIZON_DAYS} days ahead.</p>
  return <Button onClick={() => choice.showMonth(next)}>Show {monthName(next)}</Button>
}

const places = ['a', 'b', 'c', 'd', 'e', 'f']

function SlotSkeleton(): ReactElement {
  return (
    <div className="grid gap-2" aria-busy="true">
      <span className="sr-only">Loading times...</span>
      {places.map((place) => (
        <div key={place} className="h-11 animate-pulse rounded-lg bg-sunken" />
      ))}
    </div>
  )
}
