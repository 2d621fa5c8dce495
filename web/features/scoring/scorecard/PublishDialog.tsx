import type { ReactElement } from 'react'
import { previewDraft, publishDraft, type Scorecard } from '#contract/scoring/scorecards.ts'
import { useRead } from '#web/api/use-read.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { DraftEffect, NO_DRAFT } from './DraftPreview.tsx'

interface PublishDialogProps {
  draft: Scorecard
  onClose: () => void
}

/** Publishes the draft after its effect has been shown and a reason given; mounted while it is open. */
export function PublishDialog({ draft, onClose }: PublishDialogProps): ReactElement {
  const form = useZodForm(publishDraft.body, { note: draft.note })
  // a colleague may have published or discarded it
  const isGone = useRead(previewDraft).data === null
  const publish = useFormWrite(form, publishDraft, {
    success: ({ version }) => `Version ${version} counts from the next month that is calculated`,
    failure: 'Failed to publish the scorecard',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title="Publish the scorecard?"
      description="It counts for months that are calculated for the first time from now on. Months that have scores keep theirs."
      dirty={form.formState.isDirty}
      write={publish}
      submit="Publish"
      pendingText="Publishing..."
      disabledReason={isGone ? NO_DRAFT : null}
      onSubmit={form.handleSubmit((body) => publish.mutate({ body }))}
    >
      <div className="max-h-72 overflow-y-auto rounded-lg border border-line p-3">
        <DraftEffect />
      </div>
      <TextAreaField label="What changes, and why" required rows={3} {...field(form, 'note')} />
    </FormDialog>
  )
}
