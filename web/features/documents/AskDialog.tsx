import { type ReactElement, useId } from 'react'
import { askForDocument } from '#contract/document-reviews.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { closeUnlessDirty, Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import type { AskSubject } from './ask-note.ts'
import { askNote } from './ask-note.ts'

const fields = askForDocument.body.pick({ note: true })

interface AskDialogProps {
  document: AskSubject
  onClose: () => void
}

/** Asks the broker for a newer copy, by mail and in the portal. */
export function AskDialog({ document, onClose }: AskDialogProps): ReactElement {
  const formId = useId()
  const { broker, documentType } = document
  const form = useZodForm(fields, { note: askNote(document, Date.now()) })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const ask = useWrite(askForDocument, {
    refresh: ['documents'],
    onSuccess: () => {
      toastSuccess(`${broker.name} is asked for a newer copy`)
      onClose()
    },
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to ask for the document'))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Ask ${broker.name} again`}
      description={`For: ${documentType.name}. The broker gets a mail, and sees it in the portal until a new copy is there.`}
      dirty={isDirty}
      footer={
        <>
          <Button onClick={() => void closeUnlessDirty(isDirty, onClose)}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={ask.isPending}
            pendingText="Sending..."
          >
            Send request
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={form.handleSubmit(({ note }) =>
          ask.mutate({ params: { id: broker.id }, body: { documentTypeId: documentType.id, note } }),
        )}
      >
        <TextAreaField
          label="What is needed"
          required
          rows={4}
          maxLength={2000}
          help="The broker reads this, word for word."
          {...field(form, 'note')}
        />
      </Form>
    </Dialog>
  )
}
