import { type ReactElement, useState } from 'react'
import { type Bdm, bdmFields, createBdm, updateBdm } from '#contract/bookings/bdms.ts'
import { useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { BdmFormFields } from './BdmFormFields.tsx'
import { changesOf, newBdm, tidy, valuesOf } from './bdm-form.ts'

interface BdmDialogProps {
  /** null adds one. */
  bdm: Bdm | null
  onClose: () => void
}

/** Adds or changes a BDM; mounted while it is open. */
export function BdmDialog({ bdm, onClose }: BdmDialogProps): ReactElement {
  const [values] = useState(() => (bdm ? valuesOf(bdm) : newBdm()))
  const form = useZodForm(bdmFields, values)
  const create = useFormWrite(form, createBdm, {
    success: 'BDM added successfully',
    failure: 'Failed to add BDM',
    onSuccess: onClose,
  })
  const edit = useFormEdit(updateBdm, form, { record: bdm, toForm: valuesOf })
  const update = useFormWrite(form, updateBdm, {
    edit,
    success: 'BDM updated successfully',
    failure: 'Failed to update BDM',
    onSuccess: onClose,
  })
  const submit = form.handleSubmit((fields) => {
    if (!bdm) return create.mutate({ body: tidy(fields) })
    const body = changesOf(fields, bdm)
    if (Object.keys(body).length === 0) onClose()
    else update.mutate({ params: { id: bdm.id }, body })
  })
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title={bdm ? `Edit ${bdm.name}` : 'Add BDM'}
      description="Meetings are in Sydney time. Existing bookings stay as they are."
      dirty={form.formState.isDirty}
      write={bdm ? update : create}
      edit={edit}
      submit={bdm ? 'Save Changes' : 'Add BDM'}
      pendingText="Saving..."
      formClass="flex flex-col gap-6"
      onSubmit={submit}
    >
      <BdmFormFields form={form} isEdit={bdm !== null} />
    </FormDialog>
  )
}
