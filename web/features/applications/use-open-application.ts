import { useUrlState } from '#web/lib/use-url-state.ts'

const closed = { application: '' }

interface OpenApplication {
  /** As it stands in the address (?application=17); '' when none is open. */
  applicationId: string
  open: (id: number) => void
  close: () => void
}

/** The application whose details are open, kept in the address so that it can be sent to a colleague. */
export function useOpenApplication(): OpenApplication {
  const [{ application }, set] = useUrlState(closed)
  return {
    applicationId: application,
    open: (id) => set({ application: String(id) }, { push: true }),
    close: () => set(closed),
  }
}
