import type { ReactElement } from 'react'
import { askForDocument } from '#contract/documents/document-reviews.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import type { RequestSubject } from './request-note.ts'
import { requestNote } from './request-note.ts'

const fields = askForDocument.body.pick({ note: true })

interface RequestVersionDialogProps {
  document: RequestSubject
  onClose: () => void
}

/** Requests a new version from the broker, by email and in the portal. */
export function RequestVersionDialog({ document, onClose }: RequestVersionDialogProps): ReactElement {
  const { broker, documentType } = document
  const form = useZodForm(fields, { note: requestNote(document, Date.now()) })
  const ask = useFormWrite(form, askForDocument, {
    refresh: ['documents'],
    success: `${broker.name} was asked for a new version`,
    failure: 'Failed to request the document',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Request new version from ${broker.name}`}
      description={`For: ${documentType.name}. The broker gets an email and sees the request in the portal until a new version is uploaded.`}
      dirty={form.formState.isDirty}
      write={ask}
      submit="Send request"
      pendingText="Sending..."
      onSubmit={form.handleSubmit(({ note }) =>
        ask.mutate({ params: { id: broker.id }, body: { documentTypeId: documentType.id, note } }),
      )}
    >
      <TextAreaField
        label="What is needed"
        required
        rows={4}
        maxLength={2000}
        help="Sent to the broker as written."
        {...field(form, 'note')}
      />
    </FormDialog>
  )
}
