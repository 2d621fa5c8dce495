import type { ReactElement } from 'react'
import { addFeed } from '#contract/surveillance/mentions.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Adds a news feed. */
export function FeedDialog({ onClose }: { onClose: () => void }): ReactElement {
  const form = useZodForm(addFeed.body, { name: '', url: '' })
  const add = useFormWrite(form, addFeed, {
    success: 'The feed is being read',
    failure: 'Failed to add the feed',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Add feed"
      description="RSS, Atom or JSON Feed. It is read every hour, and new items are searched for your brokers."
      dirty={form.formState.isDirty}
      write={add}
      submit="Add feed"
      pendingText="Adding..."
      onSubmit={form.handleSubmit((body) => add.mutate({ body }))}
    >
      <TextField label="Name" required {...field(form, 'name')} />
      <TextField
        label="Address"
        type="url"
        required
        help="https:// and on the open internet."
        {...field(form, 'url')}
      />
    </FormDialog>
  )
}
