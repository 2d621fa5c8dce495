import { type ReactElement, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { addLeave, type Bdm } from '#contract/bookings/bdms.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxField } from '#web/ui/ChoiceFields.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Conflicts } from './Conflicts.tsx'
import { leaveForm, newLeave, spanOf } from './leave-form.ts'

interface AddLeaveDialogProps {
  bdm: Bdm
  onClose: () => void
}

/** Adds leave to a BDM's calendar, then shows the meetings booked into it. */
export function AddLeaveDialog({ bdm, onClose }: AddLeaveDialogProps): ReactElement {
  const [values] = useState(() => newLeave(Date.now()))
  const form = useZodForm(leaveForm, values)
  const [conflicts, setConflicts] = useState<readonly Booking[] | null>(null)
  const wholeDays = useWatch({ control: form.control, name: 'wholeDays' })
  const add = useFormWrite(form, addLeave, {
    success: 'Leave added',
    failure: 'Failed to add the leave',
    onSuccess: (added) => {
      if (added.conflicts.length > 0) setConflicts(added.conflicts)
      else onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={conflicts ? 'Leave added' : `Add leave for ${bdm.name}`}
      description={
        conflicts
          ? `${bdm.name} cannot be booked during this time. Existing meetings stay until you reschedule or cancel them.`
          : 'Sydney time. This BDM cannot be booked during leave.'
      }
      dirty={form.formState.isDirty}
      write={add}
      submit="Add leave"
      pendingText="Adding..."
      onSubmit={form.handleSubmit(({ reason, ...span }) =>
        add.mutate({ params: { id: bdm.id }, body: { ...spanOf(span), reason } }),
      )}
      result={
        conflicts && {
          body: <Conflicts bookings={conflicts} />,
          footer: (
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          ),
        }
      }
    >
      <CheckboxField label="Whole days" {...field(form, 'wholeDays')} />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="First day" type="date" required {...field(form, 'fromDay')} />
        {!wholeDays && <TextField label="From" type="time" required {...field(form, 'fromTime')} />}
        <TextField label="Last day" type="date" required {...field(form, 'toDay')} />
        {!wholeDays && <TextField label="Until" type="time" required {...field(form, 'toTime')} />}
      </div>
      <TextField
        label="Reason"
        required
        autoComplete="off"
        help="For staff only, such as Annual leave"
        {...field(form, 'reason')}
      />
    </FormDialog>
  )
}
