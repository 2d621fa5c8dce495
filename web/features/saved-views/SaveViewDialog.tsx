import type { ReactElement } from 'react'
import { z } from 'zod'
import {
  createSavedView,
  type SavedView,
  updateSavedView,
  type ViewedList,
} from '#contract/brokers/saved-views.ts'
import { useRefusal } from '#web/api/session.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { CheckboxField } from '#web/ui/ChoiceFields.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const fields = z.object({ name: createSavedView.body.shape.name, shared: z.boolean() })

interface SaveViewDialogProps {
  list: ViewedList
  /** Null: a new one, with the list's present state. */
  view: SavedView | null
  shown: { query: Record<string, string>; columns: Record<string, boolean> }
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** A view's name, and whether it is shared. */
export function SaveViewDialog({ list, view, shown, onSaved, onClose }: SaveViewDialogProps): ReactElement {
  const refusal = useRefusal('saved_views.share')
  const form = useZodForm(fields, { name: view?.name ?? '', shared: view?.shared ?? false })
  const options = {
    failure: 'Failed to save the view',
    onSuccess: (saved: SavedView) => {
      onSaved(saved)
      onClose()
    },
  }
  const create = useFormWrite(form, createSavedView, {
    ...options,
    success: ({ name }) => `${name} was saved`,
  })
  const change = useFormWrite(form, updateSavedView, {
    ...options,
    success: ({ name }) => `${name} was saved`,
  })
  return (
    <FormDialog
      onClose={onClose}
      width="sm"
      title={view ? `Edit ${view.name}` : 'Save as a view'}
      description="Keeps the search, the filters, the order and the columns that the list shows now."
      dirty={form.formState.isDirty}
      write={view ? change : create}
      submit="Save view"
      pendingText="Saving..."
      onSubmit={form.handleSubmit((body) =>
        view
          ? change.mutate({ params: { id: view.id }, body })
          : create.mutate({ body: { ...body, ...shown, list } }),
      )}
    >
      <TextField label="Name" required autoComplete="off" {...field(form, 'name')} />
      <CheckboxField
        label="Share with the team"
        help={refusal ?? 'Everybody on the staff has it in the menu. You and admins can change it.'}
        disabled={Boolean(refusal)}
        {...form.register('shared')}
      />
    </FormDialog>
  )
}
