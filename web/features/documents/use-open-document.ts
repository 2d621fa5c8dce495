import { useUrlState } from '#web/lib/use-url-state.ts'

const closed = { document: '' }

interface OpenDocument {
  /** From the URL (?document=17); '' if none is open. */
  documentId: string
  open: (id: number) => void
  /** Replaces the open document, so that Back returns to the list. */
  replace: (id: number) => void
  close: () => void
}

/** The open document, kept in the URL so that users can share the link. */
export function useOpenDocument(): OpenDocument {
  const [{ document }, set] = useUrlState(closed)
  return {
    documentId: document,
    open: (id) => set({ document: String(id) }, { push: true }),
    replace: (id) => set({ document: String(id) }),
    close: () => set(closed),
  }
}
