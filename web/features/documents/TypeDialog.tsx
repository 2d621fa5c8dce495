import { type ReactElement, useState } from 'react'
import { createDocumentType, type DocumentTypeSetup, updateDocumentType } from '#contract/document-types.ts'
import { documentCategories, documentCategoryLabels } from '#contract/documents.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { CheckboxField } from '#web/ui/ChoiceFields.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { bodyOf, newType, typeForm, valuesOf } from './type-form.ts'

interface TypeDialogProps {
  /** null to add a type. */
  type: DocumentTypeSetup | null
  onClose: () => void
}

const categoryOptions = documentCategories.map((value) => ({ value, label: documentCategoryLabels[value] }))

/** Adds or edits a document type; mounted only while open. */
export function TypeDialog({ type, onClose }: TypeDialogProps): ReactElement {
  const [values] = useState(() => (type ? valuesOf(type) : newType))
  const form = useZodForm(typeForm, values)
  const answers = {
    refresh: ['documents'],
    success: ({ name }: DocumentTypeSetup) => (type ? `${name} was updated` : `${name} was added`),
    failure: 'Failed to save the document type',
    onSuccess: onClose,
  }
  const create = useFormWrite(form, createDocumentType, answers)
  const update = useFormWrite(form, updateDocumentType, answers)
  const submit = form.handleSubmit((fields) => {
    const body = bodyOf(fields, type)
    if (type) update.mutate({ params: { id: type.id }, body })
    else create.mutate({ body })
  })
  const ends = form.watch('expires')
  return (
    <FormDialog
      onClose={onClose}
      title={type ? `Edit ${type.name}` : 'Add document type'}
      description={type ? DESCRIPTION : 'Brokers see it in the portal at once, at the end of the list.'}
      dirty={form.formState.isDirty}
      write={type ? update : create}
      submit={type ? 'Save changes' : 'Add document type'}
      pendingText="Saving..."
      onSubmit={submit}
    >
      <TextField label="Name" required {...field(form, 'name')} />
      <TextAreaField
        label="Description"
        rows={2}
        help="Shown to brokers beside the upload."
        {...field(form, 'description')}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField label="Category" required options={categoryOptions} {...field(form, 'category')} />
        <TextField
          label="Maximum file size"
          required
          inputMode="decimal"
          suffix="MB"
          help="From 0.1 to 50."
          {...field(form, 'maxMegabytes')}
        />
      </div>
      <CheckboxField
        label="Required for accreditation"
        help="A broker is not accredited without an approved one."
        {...field(form, 'required')}
      />
      <CheckboxField
        label="Expires"
        help="Approval then requires an expiry date, and reminders are sent before it."
        {...field(form, 'expires')}
      />
      {ends && (
        <TextField
          label="Suggested validity"
          inputMode="numeric"
          suffix="months"
          help="Counted from approval; the reviewer corrects it from the document. Leave blank for no suggestion."
          {...field(form, 'validityMonths')}
        />
      )}
      <TextAreaField
        label="What to compare"
        rows={2}
        help="Shown to reviewers beside the document."
        {...field(form, 'reviewHint')}
      />
    </FormDialog>
  )
}

const DESCRIPTION = 'Earlier decisions stay as they are. Brokers’ percentages are recalculated at once.'
