import { type ReactElement, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { addLeave, type Bdm } from '#contract/bdms.ts'
import type { Booking } from '#contract/bookings.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxField } from '#web/ui/ChoiceFields.tsx'
import { closeUnlessDirty, Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Conflicts } from './Conflicts.tsx'
import { leaveForm, newLeave, spanOf } from './leave-form.ts'

interface AddLeaveDialogProps {
  bdm: Bdm
  onClose: () => void
}

/** Takes a time out of a BDM's calendar; then shows the meetings that stand in it. */
export function AddLeaveDialog({ bdm, onClose }: AddLeaveDialogProps): ReactElement {
  const [conflicts, setConflicts] = useState<readonly Booking[] | null>(null)
  if (conflicts === null) return <LeaveForm bdm={bdm} onClose={onClose} onConflicts={setConflicts} />
  return (
    <Dialog
      open
      onClose={onClose}
      title="Leave added"
      description={`${bdm.name} is not offered in this time. Meetings already booked stay until you move or cancel them.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Conflicts bookings={conflicts} />
    </Dialog>
  )
}

interface LeaveFormProps extends AddLeaveDialogProps {
  onConflicts: (bookings: readonly Booking[]) => void
}

function LeaveForm({ bdm, onClose, onConflicts }: LeaveFormProps): ReactElement {
  const formId = useId()
  const [values] = useState(() => newLeave(Date.now()))
  const form = useZodForm(leaveForm, values)
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const wholeDays = useWatch({ control: form.control, name: 'wholeDays' })
  const add = useWrite(addLeave, {
    onSuccess: ({ conflicts }) => {
      toastSuccess('Leave added')
      form.reset()
      if (conflicts.length > 0) onConflicts(conflicts)
      else onClose()
    },
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to add the leave'))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Add leave of ${bdm.name}`}
      description="In Sydney's time. Nobody can book this BDM then."
      dirty={isDirty}
      footer={
        <>
          <Button onClick={() => void closeUnlessDirty(isDirty, onClose)}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={add.isPending}
            pendingText="Adding..."
          >
            Add leave
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={form.handleSubmit(({ reason, ...span }) =>
          add.mutate({ params: { id: bdm.id }, body: { ...spanOf(span), reason } }),
        )}
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
      </Form>
    </Dialog>
  )
}
