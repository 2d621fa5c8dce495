import type { ReactElement } from 'react'
import { HistoryDialog } from './HistoryDialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { SourcesDialog } from './SourcesDialog.tsx'
import { useComplianceDialog } from './use-compliance-dialog.ts'

/** The dialog that the address names, of a broker. */
export function ComplianceDialogs(): ReactElement | null {
  const { brokerId, shown, close } = useComplianceDialog()
  if (brokerId === null) return null
  if (shown === 'history') return <HistoryDialog brokerId={brokerId} onClose={close} />
  if (shown === 'sources') return <SourcesDialog brokerId={brokerId} onClose={close} />
  return <ReviewDialog brokerId={brokerId} onClose={close} />
}
