import { useUrlState } from '#web/lib/use-url-state.ts'

const closed = { document: '' }

interface OpenDocument {
  /** As it stands in the address (?document=17); '' when none is open. */
  documentId: string
  open: (id: number) => void
  /** Goes from one document to another: Back leads to the list, not through all of them. */
  replace: (id: number) => void
  close: () => void
}

/** The document that is looked at, kept in the address so that it can be sent to a colleague. */
export function useOpenDocument(): OpenDocument {
  const [{ document }, set] = useUrlState(closed)
  return {
    documentId: document,
    open: (id) => set({ document: String(id) }, { push: true }),
    replace: (id) => set({ document: String(id) }),
    close: () => set(closed),
  }
}
