import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { isDay } from '#contract/calendar.ts'
import { changeRequestedCall, type RequestedCall } from '#contract/calls/requested-calls.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { dayIn, instantAt, timeIn } from '#web/lib/zoned-days.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { REQUESTED_CALL_REFRESHES } from './requested-call-refreshes.ts'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/** The time is named as in the request, so that the server’s message about it is shown at its field. */
const moveForm = z.object({
  day: z.string().refine(isDay, 'Choose a day'),
  dueAt: z.string().regex(CLOCK, 'Choose a time'),
})

const valuesOf = ({ dueAt, zone }: RequestedCall) => ({ day: dayIn(zone, dueAt), dueAt: timeIn(zone, dueAt) })

interface MoveRequestedCallDialogProps {
  call: RequestedCall
  onClose: () => void
}

/** Moves a planned call to another permitted time, on the broker's clock. */
export function MoveRequestedCallDialog({ call, onClose }: MoveRequestedCallDialogProps): ReactElement {
  const [values] = useState(() => valuesOf(call))
  const form = useZodForm(moveForm, values)
  const edit = useFormEdit(changeRequestedCall, form, { record: call, toForm: valuesOf })
  const move = useFormWrite(form, changeRequestedCall, {
    edit,
    refresh: REQUESTED_CALL_REFRESHES,
    success: 'Requested call moved',
    failure: 'Failed to move the call',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Move the call to ${call.broker.name}`}
      description={`It is planned for ${call.localTime}. Times are those of the broker’s clock.`}
      dirty={form.formState.isDirty}
      write={move}
      edit={edit}
      submit="Move call"
      pendingText="Moving..."
      onSubmit={form.handleSubmit(({ day, dueAt }) =>
        move.mutate({
          params: { id: call.id },
          body: { action: 'move', dueAt: instantAt(call.zone, day, dueAt) },
        }),
      )}
    >
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Day" type="date" required {...field(form, 'day')} />
        <TextField label="Time" type="time" required {...field(form, 'dueAt')} />
      </div>
    </FormDialog>
  )
}
