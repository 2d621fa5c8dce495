import { useUrlState } from '#web/lib/use-url-state.ts'

const closed = { manager: '' }

interface OpenBdm {
  /** As it stands in the address (?manager=3); '' when none is open. */
  bdmId: string
  open: (id: number) => void
  close: () => void
}

/** The BDM whose details are open. */
export function useOpenBdm(): OpenBdm {
  const [{ manager }, set] = useUrlState(closed)
  return {
    bdmId: manager,
    open: (id) => set({ manager: String(id) }, { push: true }),
    close: () => set(closed),
  }
}
