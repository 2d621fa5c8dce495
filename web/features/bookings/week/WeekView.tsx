import { CalendarCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { bdmCalendars } from '#contract/bookings/bdm-calendars.ts'
import { listBdms } from '#contract/bookings/bdms.ts'
import { BOOKING_ZONE, type Booking } from '#contract/bookings/bookings.ts'
import { useRefusal } from '#web/api/session.ts'
import { noMorePages, useRead } from '#web/api/use-read.ts'
import { moveRefusal } from '#web/features/bookings/booking-actions.ts'
import { formatDate } from '#web/lib/dates.ts'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { useNow } from '#web/lib/use-now.ts'
import { recordId, useOpenRecord } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { BookForBrokerDialog, type FreeTime } from '../BookForBrokerDialog.tsx'
import { MoveBar } from './MoveBar.tsx'
import { useMove } from './use-move.ts'
import { WeekGrid } from './WeekGrid.tsx'
import { cellIn, laneOf } from './week-cells.ts'
import { fridayOf, mondayOf, shownDay, weekAfter, weekdayAfter, weekName } from './week-days.ts'

const first = { week: '', bdm: '' }
/** Lanes that are shown first, and that each request adds. */
const LANES = 6
const everyMinute = (): number => 60_000

/** The meetings of a week, a lane for each BDM; on a phone those of a day. */
export function WeekView(): ReactElement {
  const [{ week, bdm }, set] = useUrlState(first)
  const isPhone = useMediaQuery(PHONE)
  const now = useNow(everyMinute)
  const today = dayIn(BOOKING_ZONE, now)
  const day = shownDay(week, today)
  const monday = mondayOf(day)
  const bdmId = recordId(bdm)
  const read = useRead(
    bdmCalendars,
    { query: { from: monday, to: fridayOf(day), ...(bdmId !== null && { bdmId }) } },
    { keep: true },
  )
  const { data, error, refetch, isPlaceholderData } = read
  const booking = useOpenRecord('booking')
  const manager = useOpenRecord('manager')
  const move = useMove()
  const [isDropped, setDropped] = useState(false)
  const [isDragged, setDragged] = useState(false)
  const [hint, setHint] = useState<string | null>(null)
  const [booked, setBooked] = useState<FreeTime | null>(null)
  const refusal = useRefusal('bookings.write')
  const [most, setMost] = useState(LANES)
  const lanes = data?.bdms.slice(0, most).map(laneOf) ?? []
  const days = data?.days.filter(({ date }) => !isPhone || date === day || isPlaceholderData) ?? []
  const shown = isPhone ? days.slice(0, 1) : days
  const { moving } = move
  const target = moving && cellIn(lanes, moving.target)
  const show = (to: string | null): void => {
    if (to !== null) set({ week: to === shownDay('', today) ? '' : to })
  }
  const by = (count: 1 | -1): string | null => (isPhone ? weekdayAfter(day, count) : weekAfter(day, count))
  const choose = (byDrop: boolean): void => {
    setDragged(false)
    if (byDrop) setDropped(true)
    else if (target?.kind === 'free') move.confirm(target.start)
  }
  const lift = (meeting: Booking, by: 'keys' | 'hand'): void => {
    setDropped(false)
    setDragged(by === 'hand')
    setHint(
      `Moving the meeting with ${meeting.name}. Arrow keys choose a time, Enter confirms, Escape cancels.`,
    )
    move.begin(meeting)
  }
  const cancel = (): void => {
    setDragged(false)
    setHint(moving && 'Nothing was changed.')
    move.cancel()
  }
  const bdms = useRead(listBdms)
  const bdmOptions = [
    { value: '', label: 'All BDMs' },
    ...(bdms.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <IconButton
          label={isPhone ? 'Previous day' : 'Previous week'}
          icon={ChevronLeft}
          variant="secondary"
          disabled={by(-1) === null}
          onClick={() => show(by(-1))}
        />
        <IconButton
          label={isPhone ? 'Next day' : 'Next week'}
          icon={ChevronRight}
          variant="secondary"
          disabled={by(1) === null}
          onClick={() => show(by(1))}
        />
        <Button disabled={day === shownDay('', today)} onClick={() => show(shownDay('', today))}>
          {isPhone ? 'Today' : 'This week'}
        </Button>
        <h3 aria-live="polite" className="tabular font-semibold max-md:ml-auto md:ml-2">
          {isPhone ? formatDate(day) : weekName(monday)}
        </h3>
        <Select
          aria-label="BDM"
          options={bdmOptions}
          value={bdmOptions.some(({ value }) => value === bdm) ? bdm : ''}
          onChange={(event) => set({ bdm: event.target.value })}
          className="max-md:w-full md:ml-auto md:max-w-56"
        />
      </div>
      {!data && error && (
        <ErrorState title="The calendar could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading text="Loading bookings...">
          <WeekSkeleton />
        </Loading>
      )}
      {data && lanes.length === 0 && (
        <EmptyState
          icon={CalendarCheck}
          title={bdm ? 'This BDM does not exist any more' : 'No BDMs yet'}
          action={
            bdm ? (
              <Button onClick={() => set({ bdm: '' })}>Show all BDMs</Button>
            ) : (
              <ButtonLink to="/bookings?tab=bdms">Go to BDMs</ButtonLink>
            )
          }
        >
          {!bdm && 'Times are offered on the booking page and in calls once there is a BDM.'}
        </EmptyState>
      )}
      {lanes.length > 0 && (
        <div
          aria-busy={isPlaceholderData || undefined}
          className={cx(isPlaceholderData && 'opacity-60 transition-opacity')}
        >
          <WeekGrid
            days={shown}
            lanes={lanes}
            today={today}
            now={now}
            moving={moving}
            moveRefusal={(meeting) => refusal ?? moveRefusal(meeting, now)}
            onBook={refusal === null ? (place, start) => setBooked({ start, bdmId: place.bdmId }) : null}
            onOpen={(meeting) => booking.open(meeting.id)}
            onOpenBdm={(id) => manager.open(id)}
            onLift={lift}
            onAim={(place) => {
              setDropped(false)
              move.aim(place)
            }}
            onChoose={choose}
            onCancel={cancel}
            onRefused={setHint}
            onDay={show}
          />
          {data && data.bdms.length > lanes.length && (
            <Pager
              noun="BDMs"
              shown={lanes.length}
              total={data.bdms.length}
              more={{ ...noMorePages, hasMore: true, loadMore: () => setMost(most + LANES) }}
            />
          )}
          <p role="status" className="px-4 py-2 text-xs text-ink-soft">
            {hint ??
              (isPhone
                ? 'Open a meeting to reschedule it.'
                : 'Click a free time, or press Enter on it, to book for a broker. Drag a meeting to move it, or press M on it. Page Up and Page Down change the week.')}
          </p>
        </div>
      )}
      {booked && <BookForBrokerDialog time={booked} onClose={() => setBooked(null)} />}
      {moving && target && (
        <MoveBar
          moving={moving}
          cell={target}
          bdmName={data?.bdms.find(({ id }) => id === moving.target.bdmId)?.name ?? 'another BDM'}
          isPending={move.isPending}
          problem={move.problem}
          takesFocus={isDropped}
          letsThrough={isDragged}
          onMove={() => target.kind === 'free' && move.confirm(target.start)}
          onCancel={cancel}
        />
      )}
    </div>
  )
}

const rows = Array.from({ length: 14 }, (_, row) => row)

function WeekSkeleton(): ReactElement {
  return (
    <div className="flex flex-col gap-px px-4 py-2">
      {rows.map((row) => (
        <Skeleton key={row} className="h-8" />
      ))}
    </div>
  )
}
