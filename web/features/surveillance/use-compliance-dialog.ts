import { useUrlState } from '#web/lib/use-url-state.ts'

export type ComplianceDialogName = 'review' | 'history' | 'sources'

const state = { broker: '', show: '' }

/** The broker whose dialog is open; in the URL, so that tasks and mails can link to it. */
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
