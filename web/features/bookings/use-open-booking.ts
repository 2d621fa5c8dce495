import { useUrlState } from '#web/lib/use-url-state.ts'

const closed = { booking: '' }

interface OpenBooking {
  /** As it stands in the address (?booking=17); '' when none is open. */
  bookingId: string
  open: (id: number) => void
  close: () => void
}

/** The booking whose details are open, kept in the address so that it can be sent to a colleague. */
export function useOpenBooking(): OpenBooking {
  const [{ booking }, set] = useUrlState(closed)
  return {
    bookingId: booking,
    open: (id) => set({ booking: String(id) }, { push: true }),
    close: () => set(closed),
  }
}
