import { recordId } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'

const state = { override: '' }

/** The broker whose tier is being overridden; in the URL, so that table and panel open the same dialog. */
export function useOverrideDialog(): {
  brokerId: number | null
  open: (brokerId: number) => void
  close: () => void
} {
  const [{ override }, set] = useUrlState(state)
  return {
    brokerId: recordId(override),
    open: (brokerId) => set({ override: String(brokerId) }),
    close: () => set(state),
  }
}
