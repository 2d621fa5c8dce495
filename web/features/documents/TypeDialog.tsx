import { type ReactElement, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { SYDNEY } from '#contract/calendar.ts'
import {
  countConcerned,
  createDocumentType,
  type DocumentTypeSetup,
  updateDocumentType,
} from '#contract/documents/document-types.ts'
import { documentCategories, documentCategoryLabels } from '#contract/documents/documents.ts'
import { useRead } from '#web/api/use-read.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { CheckboxField } from '#web/ui/ChoiceFields.tsx'
import { cx } from '#web/ui/cx.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import {
  bodyOf,
  isAhead,
  newType,
  suggestedStart,
  type TypeFormInput,
  typeForm,
  valuesOf,
} from './type-form.ts'

type TypeForm = UseFormReturn<TypeFormInput, unknown, z.output<typeof typeForm>>

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
  const edit = useFormEdit(updateDocumentType, form, { record: type, toForm: valuesOf })
  const update = useFormWrite(form, updateDocumentType, { ...answers, edit })
  const submit = form.handleSubmit((fields) => {
    const body = bodyOf(fields, type)
    if (type) update.mutate({ params: { id: type.id }, body })
    else create.mutate({ body })
  })
  const ends = form.watch('expires')
  return (
    <FormDialog
      onClose={onClose}
      title={type ? `Edit ${type.name}` : 'New document type'}
      description={type ? DESCRIPTION : 'Brokers see it in the portal immediately, at the end of the list.'}
      dirty={form.formState.isDirty}
      write={type ? update : create}
      edit={edit}
      submit={type ? 'Save changes' : 'New document type'}
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
      <RequiredFields form={form} type={type} />
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

/**
 * Whether it is required, and from which day where that is new: brokers get time to upload before they lose an
 * accreditation.
 */
function RequiredFields({ form, type }: { form: TypeForm; type: DocumentTypeSetup | null }): ReactElement {
  const isRequired = form.watch('required')
  const today = dayIn(SYDNEY, Date.now())
  const counts = type?.required === true && type.retiredAt === null && !isAhead(type.requiredFrom, today)
  const bound = field(form, 'required')
  const change: typeof bound.onChange = (event) => {
    const day = event.target.checked && !counts ? suggestedStart(today) : (type?.requiredFrom ?? '')
    form.setValue('requiredFrom', day, { shouldDirty: true })
    return bound.onChange(event)
  }
  return (
    <>
      <CheckboxField
        label="Required for accreditation"
        help="A broker is not accredited without an approved one."
        {...bound}
        onChange={change}
      />
      {isRequired && !counts && (
        <>
          <TextField
            label="Required from"
            type="date"
            min={today}
            help="Leave blank to require it immediately."
            {...field(form, 'requiredFrom')}
          />
          <Concerned typeId={type?.id} isAtOnce={form.watch('requiredFrom') <= today} />
        </>
      )}
    </>
  )
}

/** How many brokers would lose their accreditation, shown before the save. */
function Concerned({
  typeId,
  isAtOnce,
}: {
  typeId: number | undefined
  isAtOnce: boolean
}): ReactElement | null {
  const { data } = useRead(countConcerned, { query: { ...(typeId !== undefined && { typeId }) } })
  if (!data) return null
  const who = data.brokers === 1 ? '1 accredited broker does' : `${data.brokers} accredited brokers do`
  if (data.brokers === 0) return <p className="text-sm text-ink-soft">No accredited broker lacks it.</p>
  return (
    <p
      role="status"
      className={cx(
        'rounded-lg px-3 py-2',
        isAtOnce ? 'bg-amber-soft text-amber-ink' : 'bg-blue-soft text-blue-ink',
      )}
    >
      {who} not have it yet.{' '}
      {isAtOnce
        ? 'Their accreditation lapses as soon as you save.'
        : 'They are told by email before that day, up to three times.'}
    </p>
  )
}

const DESCRIPTION = 'Earlier decisions stay as they are. Brokers’ percentages are recalculated immediately.'
