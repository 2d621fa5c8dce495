import { type ReactElement, useId } from 'react'
import { type Booking, updateBooking } from '#contract/bookings/bookings.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons, NO_CHANGES } from '#web/ui/FormButtons.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

const noteForm = updateBooking.body.pick({ note: true })

const valuesOf = ({ note }: Booking) => ({ note: note ?? '' })

/** A note for staff; the visitor never sees it. */
export function BookingNote({ booking }: { booking: Booking }): ReactElement {
  const formId = useId()
  const refusal = useRefusal('bookings.write')
  const form = useZodForm(noteForm, valuesOf(booking))
  const edit = useFormEdit(updateBooking, form, { record: booking, toForm: valuesOf })
  const { isDirty } = form.formState
  const reason = refusal ?? (isDirty ? null : NO_CHANGES)
  useLeaveGuard(isDirty)
  const saving = useSavedForm(form)
  const save = useWrite(updateBooking, {
    edit,
    refresh: ['brokers'],
    onSuccess: ({ note }) => {
      saving.show({ note: note ?? '' })
      toastSuccess('Note saved')
    },
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to save the note'))
    },
  })
  return (
    <PanelSection title="Note">
      <Form
        id={formId}
        edit={edit}
        keepAs="Note"
        className="flex flex-col gap-2"
        onSubmit={form.handleSubmit(saving.from((body) => save.mutate({ params: { id: booking.id }, body })))}
      >
        <TextAreaField
          label="Note"
          hideLabel
          help="For staff only"
          readOnly={refusal !== null}
          {...field(form, 'note')}
        />
        <FormButtons note={reason}>
          <Button type="submit" disabledReason={reason} pending={save.isPending} pendingText="Saving...">
            Save note
          </Button>
        </FormButtons>
      </Form>
    </PanelSection>
  )
}
