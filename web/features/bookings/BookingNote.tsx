import { type ReactElement, useId } from 'react'
import { type Booking, updateBooking } from '#contract/bookings.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

const noteForm = updateBooking.body.pick({ note: true })

/** A note for staff; the visitor never sees it. */
export function BookingNote({ booking }: { booking: Booking }): ReactElement {
  const formId = useId()
  const refusal = useRefusal('bookings.write')
  const form = useZodForm(noteForm, { note: booking.note ?? '' })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const save = useWrite(updateBooking, {
    refresh: ['brokers'],
    onSuccess: ({ note }) => {
      form.reset({ note: note ?? '' })
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
        className="flex flex-col items-start gap-2 *:first:w-full"
        onSubmit={form.handleSubmit((body) => save.mutate({ params: { id: booking.id }, body }))}
      >
        <TextAreaField
          label="Note"
          hideLabel
          help="For staff only"
          readOnly={refusal !== null}
          {...field(form, 'note')}
        />
        <Button
          type="submit"
          disabledReason={refusal ?? (isDirty ? null : 'Nothing has been changed.')}
          pending={save.isPending}
          pendingText="Saving..."
        >
          Save note
        </Button>
      </Form>
    </PanelSection>
  )
}
