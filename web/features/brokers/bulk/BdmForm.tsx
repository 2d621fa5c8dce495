import { type ReactElement, useState } from 'react'
import { assignBdmInBulk } from '#contract/brokers/bulk-changes.ts'
import { useBdmOptions } from '#web/features/bookings/use-bdm-options.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { BulkForm } from './BulkForm.tsx'
import { type BulkProps, useBulkWrite } from './use-bulk-write.ts'

const NOBODY = { value: '', label: 'Any BDM in their region' }

export function BdmForm({ selection, chosen, onStarted, onClose }: BulkProps): ReactElement {
  const [bdm, setBdm] = useState<string | null>(null)
  const options = useBdmOptions(NOBODY)
  const { write, errors, clear } = useBulkWrite(assignBdmInBulk, onStarted)
  return (
    <BulkForm
      onClose={onClose}
      title="Assign a BDM"
      description={`To ${chosen}. Meetings that are booked already stay as they are.`}
      dirty={bdm !== null}
      write={write}
      submit="Assign"
      disabled={bdm === null}
      onSubmit={() => write.mutate({ body: { selection, bdmId: bdm ? Number(bdm) : null } })}
    >
      <SelectField
        label="BDM"
        options={[{ value: 'none', label: 'Choose…' }, ...options]}
        value={bdm ?? 'none'}
        error={errors.bdmId}
        onChange={(event) => {
          setBdm(event.target.value === 'none' ? null : event.target.value)
          clear()
        }}
      />
    </BulkForm>
  )
}
