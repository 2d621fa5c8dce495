import { CalendarCheck } from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import { listBdms } from '#contract/bookings/bdms.ts'
import { listBookings } from '#contract/bookings/booking-list.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { useList, useRead } from '#web/api/use-read.ts'
import { regionOptions } from '#web/features/calls/interaction-filters.ts'
import { useCampaignOptions } from '#web/features/calls/use-campaign-options.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { countChanged, useUrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { DayRange } from '#web/ui/DayRange.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterBar, Filters } from '#web/ui/Filters.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { bookingColumns, columnsOfDays } from './booking-columns.tsx'
import {
  type BookingFilters,
  bookedMistake,
  bookingFilters,
  bookingQuery,
  daysMistake,
  isFiltered,
  knownPeriod,
  knownStatus,
  periodOptions,
  sortOf,
  statusOptions,
} from './booking-filters.ts'
import { dayHeading, isUnanswered } from './booking-labels.ts'

const LIST = 'bookings'
const counted = ['period', 'status', 'bdm', 'campaignId', 'region', 'bookedFrom'] as const

/** Interval of the check for a new day. */
const lookAgain = (): number => 60_000

/** Every meeting: searched, filtered, sorted and paged by the server. */
export function BookingList(): ReactElement {
  const [filters, setFilters] = useUrlState(bookingFilters)
  const { id, open } = useOpenRecord('booking')
  const now = useNow(lookAgain)
  const list = useList(listBookings, { query: bookingQuery(filters, now) })
  const sort = sortOf(filters)
  const isByDay = sort.endsWith('scheduledDate')
  // a column of buttons that no row has would be empty
  const isMissing = list.items?.some((booking) => isUnanswered(booking, now)) ?? false
  const columns = useMemo(
    () => (isByDay ? columnsOfDays : bookingColumns).filter(({ id: of }) => of !== 'actions' || isMissing),
    [isByDay, isMissing],
  )
  const showAll = (): void => setFilters({ ...bookingFilters, period: 'all' })
  // the initial filters: not narrowed by the user
  const isAsOpened = filters.period === bookingFilters.period && !isFiltered({ ...filters, period: 'all' })
  return (
    <DataTable
      id={LIST}
      label="Bookings"
      noun="bookings"
      columns={columns}
      groupOf={isByDay ? (booking) => dayHeading(booking, now) : undefined}
      rowKey={(booking: Booking) => booking.id}
      {...listProps(list)}
      loadingText="Loading bookings..."
      sort={sort}
      onSort={(sort) => setFilters({ sort })}
      isFiltered={!isAsOpened && isFiltered(filters)}
      onClearFilters={showAll}
      onOpen={(booking) => open(booking.id, LIST)}
      openLabel={(booking) => `Open the meeting with ${booking.name}`}
      selectedKey={id}
      toolbar={<BookingFilterBar filters={filters} onChange={setFilters} />}
      empty={
        <EmptyState
          icon={CalendarCheck}
          title={isAsOpened ? 'No upcoming meetings' : 'No bookings yet'}
          action={isAsOpened && <Button onClick={showAll}>Show past meetings</Button>}
        >
          Meetings appear here as soon as brokers book them on the booking page or in a call.
        </EmptyState>
      }
    />
  )
}

interface BookingFilterBarProps {
  filters: BookingFilters
  onChange: (change: Partial<BookingFilters>) => void
}

function BookingFilterBar({ filters, onChange }: BookingFilterBarProps): ReactElement {
  const bdms = useRead(listBdms)
  const bdmOptions = [
    { value: '', label: 'All BDMs' },
    ...(bdms.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const period = knownPeriod(filters.period)
  const campaigns = useCampaignOptions(true, filters.campaignId)
  return (
    <FilterBar>
      <SearchField label="Search by name" value={filters.q} onChange={(q) => onChange({ q })} />
      <Filters
        count={countChanged(filters, bookingFilters, counted)}
        onClear={() => onChange({ ...bookingFilters, q: filters.q, sort: filters.sort })}
        moreCount={filters.campaignId === '' ? 0 : 1}
        more={
          <Select
            aria-label="Campaign"
            options={campaigns}
            value={campaigns.some(({ value }) => value === filters.campaignId) ? filters.campaignId : ''}
            onChange={(event) => onChange({ campaignId: event.target.value })}
          />
        }
      >
        <Select
          aria-label="Period"
          options={periodOptions}
          value={period}
          onChange={(event) => onChange({ period: event.target.value, from: '', to: '', sort: '' })}
        />
        <Select
          aria-label="Status"
          options={statusOptions}
          value={knownStatus(filters.status) ?? ''}
          onChange={(event) => onChange({ status: event.target.value })}
        />
        <Select
          aria-label="BDM"
          options={bdmOptions}
          value={bdmOptions.some(({ value }) => value === filters.bdm) ? filters.bdm : ''}
          onChange={(event) => onChange({ bdm: event.target.value })}
        />
        <Select
          aria-label="Region"
          options={regionOptions}
          value={regionOptions.some(({ value }) => value === filters.region) ? filters.region : ''}
          onChange={(event) => onChange({ region: event.target.value })}
        />
        {period === 'own' && (
          <DayRange from={filters.from} to={filters.to} mistake={daysMistake(filters)} onChange={onChange} />
        )}
        {(filters.bookedFrom || filters.bookedTo) && <BookedDays filters={filters} onChange={onChange} />}
      </Filters>
    </FilterBar>
  )
}

/** A link from a figure of a period sets these; the field shows them, and the user may widen them. */
function BookedDays({ filters, onChange }: BookingFilterBarProps): ReactElement {
  return (
    <DayRange
      of="Booked"
      from={filters.bookedFrom}
      to={filters.bookedTo}
      mistake={bookedMistake(filters)}
      onChange={({ from, to }) =>
        onChange({
          ...(from === undefined ? {} : { bookedFrom: from }),
          ...(to === undefined ? {} : { bookedTo: to }),
        })
      }
    />
  )
}
