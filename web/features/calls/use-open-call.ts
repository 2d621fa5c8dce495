import { useUrlState } from '#web/lib/use-url-state.ts'

const closed = { call: '' }

interface OpenCall {
  /** As it stands in the address (?call=17); '' when none is open. */
  callId: string
  open: (id: number) => void
  close: () => void
}

/** The call whose details are open, kept in the address so that it can be sent to a colleague. */
export function useOpenCall(): OpenCall {
  const [{ call }, set] = useUrlState(closed)
  return {
    callId: call,
    open: (id) => set({ call: String(id) }, { push: true }),
    close: () => set(closed),
  }
}
