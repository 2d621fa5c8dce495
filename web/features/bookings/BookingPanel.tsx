import type { ReactElement } from 'react'
import { type Booking, getBooking } from '#contract/bookings.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { BookingActions } from './BookingActions.tsx'
import { BookingFacts } from './BookingFacts.tsx'
import { BookingNote } from './BookingNote.tsx'
import { meetingTime } from './booking-labels.ts'
import { useOpenBooking } from './use-open-booking.ts'

/** The details of the booking that the address names (?booking=17). */
export function BookingPanel(): ReactElement | null {
  const { bookingId, close } = useOpenBooking()
  const id = /^[1-9]\d{0,8}$/.test(bookingId) ? Number(bookingId) : null
  const details = useRead(getBooking, { params: { id: id ?? 0 } }, { enabled: id !== null })
  if (bookingId === '') return null
  const booking = id === null ? undefined : details.data
  return (
    <SidePanel
      open
      onClose={close}
      title={booking ? `Meeting with ${booking.name}` : 'Meeting'}
      description={booking && meetingTime(booking)}
      footer={booking && <BookingActions key={booking.id} booking={booking} />}
    >
      {booking ? (
        <Details key={booking.id} booking={booking} />
      ) : (
        <Instead
          isMissing={id === null || isNotFound(details.error)}
          error={details.error}
          onRetry={() => void details.refetch()}
        />
      )}
    </SidePanel>
  )
}

function Details({ booking }: { booking: Booking }): ReactElement {
  return (
    <>
      <BookingFacts booking={booking} />
      <BookingNote booking={booking} />
    </>
  )
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}

interface InsteadProps {
  isMissing: boolean
  error: unknown
  onRetry: () => void
}

function Instead({ isMissing, error, onRetry }: InsteadProps): ReactElement {
  if (isMissing)
    return <EmptyState title="Booking not found">There is no booking with this number.</EmptyState>
  if (error) return <ErrorState title="The booking could not be loaded." error={error} onRetry={onRetry} />
  return (
    <Loading text="Loading booking...">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-24" />
        <Skeleton className="mt-4 h-5 w-24" />
        <Skeleton className="h-20" />
      </div>
    </Loading>
  )
}
