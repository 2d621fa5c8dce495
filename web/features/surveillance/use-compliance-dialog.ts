import { useUrlState } from '#web/lib/use-url-state.ts'

export type ComplianceDialogName = 'review' | 'history' | 'sources'

const state = { broker: '', show: '' }

/** Which broker's dialog is open; it lives in the address, so that tasks and mails lead to it. */
export function useComplianceDialog(): {
  brokerId: number | null
  shown: ComplianceDialogName
  open: (brokerId: number, show: ComplianceDialogName) => void
  close: () => void
} {
  const [{ broker, show }, set] = useUrlState(state)
  return {
    brokerId: /^\d+$/.test(broker) ? Number(broker) : null,
    shown: show === 'history' || show === 'sources' ? show : 'review',
    open: (brokerId, next) => set({ broker: String(brokerId), show: next }),
    close: () => set(state),
  }
}
