import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { exportCalls } from '#contract/calls/calls.ts'
import { messageOf } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { downloadFile } from '#web/lib/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError } from '#web/ui/toast.ts'
import { type InteractionFilters, interactionQuery } from './interaction-filters.ts'

/** Exports the filtered interactions. */
export function ExportButton(props: { filters: InteractionFilters; campaignId?: number }): ReactElement {
  const [pending, setPending] = useState(false)
  const save = async (): Promise<void> => {
    const query = interactionQuery(props.filters)
    if (props.campaignId !== undefined) query.campaignId = props.campaignId
    setPending(true)
    try {
      await downloadFile(urlOf(exportCalls, undefined, query), 'broker-interactions.csv')
    } catch (error) {
      toastError(messageOf(error, 'Failed to export the interactions'))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button icon={Download} pending={pending} pendingText="Exporting..." onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
