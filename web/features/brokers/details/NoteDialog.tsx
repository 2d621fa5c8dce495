import type { ReactElement } from 'react'
import { addNote, MAX_NOTE } from '#contract/brokers/timeline.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'

interface NoteDialogProps {
  broker: { id: number; name: string }
  onClose: () => void
}

/** A note on the timeline of a broker; mounted while it is open. */
export function NoteDialog({ broker, onClose }: NoteDialogProps): ReactElement {
  const form = useZodForm(addNote.body, { note: '' })
  const add = useFormWrite(form, addNote, {
    refresh: ['activities'],
    success: 'Note added',
    failure: 'Failed to add the note. Please try again.',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Add a note"
      description={`On the timeline of ${broker.name}, for everyone on the team.`}
      dirty={form.formState.isDirty}
      write={add}
      keepAs={`Note on broker ${broker.id}`}
      submit="Add note"
      pendingText="Saving..."
      onSubmit={form.handleSubmit((body) => add.mutate({ params: { id: broker.id }, body }))}
    >
      <TextAreaField label="Note" required rows={5} maxLength={MAX_NOTE} {...field(form, 'note')} />
    </FormDialog>
  )
}
