import { useUrlState } from '#web/lib/use-url-state.ts'

const closed = { broker: '' }

interface OpenBroker {
  /** As it stands in the address (?broker=17); '' when none is open. */
  brokerId: string
  open: (id: number) => void
  close: () => void
}

/** The broker whose details are open, kept in the address so that it can be sent to a colleague. */
export function useOpenBroker(): OpenBroker {
  const [{ broker }, set] = useUrlState(closed)
  return {
    brokerId: broker,
    open: (id) => set({ broker: String(id) }, { push: true }),
    close: () => set(closed),
  }
}
