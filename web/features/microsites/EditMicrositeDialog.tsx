import { type ReactElement, useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { type Microsite, updateMicrosite } from '#contract/microsites/microsites.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { showFailure } from '#web/lib/use-form-write.ts'
import { useOpenAsPage } from '#web/lib/use-open-as-page.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import { MicrositeFormFields } from './MicrositeFormFields.tsx'
import { changesOf, inFormNames, micrositeFormSchema, valuesOf } from './microsite-form.ts'

interface EditMicrositeDialogProps {
  microsite: Microsite
  address: string
  campaigns: readonly Campaign[]
  onClose: () => void
}

/** Mounted only while open: keeps its initial values when the data changes. */
export function EditMicrositeDialog(props: EditMicrositeDialogProps): ReactElement {
  const { microsite, address, campaigns, onClose } = props
  const [values] = useState(() => valuesOf(microsite))
  const form = useZodForm(micrositeFormSchema, values)
  const { dirtyFields, isDirty } = form.formState
  const edit = useFormEdit(updateMicrosite, form, { record: microsite, toForm: valuesOf })
  const save = useWrite(updateMicrosite, {
    edit,
    onSuccess: () => {
      toastSuccess('Microsite updated successfully')
      onClose()
    },
    onError: (error) => showFailure(form, inFormNames(error), 'Failed to update microsite'),
  })
  const submit = form.handleSubmit((fields) => {
    const body = changesOf(fields, dirtyFields)
    if (Object.keys(body).length === 0) onClose()
    else save.mutate({ params: { id: microsite.id }, body })
  })
  const page = useOpenAsPage(`/microsites/${microsite.id}/edit`, () => ({ microsite: form.getValues() }))
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title="Edit Microsite"
      description={<>Saved changes are live straight away. {page.link} with a preview.</>}
      dirty={isDirty && !page.isMoving}
      write={save}
      edit={edit}
      submit="Save Changes"
      pendingText="Saving..."
      formClass="flex flex-col gap-6"
      onSubmit={submit}
    >
      <MicrositeFormFields form={form} address={address} campaigns={campaigns} isEdit />
    </FormDialog>
  )
}
