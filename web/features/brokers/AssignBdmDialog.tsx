import { type ReactElement, useState } from 'react'
import { assignBdm } from '#contract/brokers.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useBdmOptions } from '#web/features/bookings/use-bdm-options.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import type { BrokerQuery } from './broker-filters.ts'

interface AssignBdmDialogProps {
  /** Of the list, without its order. */
  filters: BrokerQuery
  /** How many brokers the list holds, as it is written there. */
  count: string
  onClose: () => void
}

const NOBODY = { value: '', label: 'The BDMs of their region' }

/** Gives all brokers of the list the same BDM. */
export function AssignBdmDialog({ filters, count, onClose }: AssignBdmDialogProps): ReactElement {
  const [bdm, setBdm] = useState<string | null>(null)
  const options = useBdmOptions(NOBODY)
  const assign = useWrite(assignBdm, {
    refresh: ['brokers'],
    onSuccess: ({ changed }) => {
      toastSuccess(
        changed === 1 ? '1 broker was changed' : `${changed.toLocaleString('en-AU')} brokers were changed`,
      )
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Assign a BDM"
      description={`To all brokers of this list: ${count}. Filter the list first to choose fewer. Meetings that are booked already stay as they are.`}
      dirty={bdm !== null}
      write={assign}
      submit="Assign"
      pendingText="Assigning..."
      disabled={bdm === null}
      onSubmit={(event) => {
        event.preventDefault()
        const { sort: _, ...which } = filters
        assign.mutate({ query: which, body: { bdmId: bdm ? Number(bdm) : null } })
      }}
    >
      <SelectField
        label="BDM"
        options={[{ value: 'none', label: 'Choose…' }, ...options]}
        value={bdm ?? 'none'}
        onChange={(event) => setBdm(event.target.value === 'none' ? null : event.target.value)}
      />
    </FormDialog>
  )
}
