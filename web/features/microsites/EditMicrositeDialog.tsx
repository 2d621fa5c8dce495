import { type ReactElement, useId, useState } from 'react'
import type { Campaign } from '#contract/campaigns.ts'
import { type Microsite, updateMicrosite } from '#contract/microsites.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { closeUnlessDirty, Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { MicrositeFormFields } from './MicrositeFormFields.tsx'
import { changesOf, inFormNames, micrositeFormSchema, valuesOf } from './microsite-form.ts'

interface EditMicrositeDialogProps {
  microsite: Microsite
  address: string
  campaigns: readonly Campaign[]
  onClose: () => void
}

/** Mounted while it is open: it keeps the values it was opened with, whatever changes meanwhile. */
export function EditMicrositeDialog(props: EditMicrositeDialogProps): ReactElement {
  const { microsite, address, campaigns, onClose } = props
  const formId = useId()
  const [values] = useState(() => valuesOf(microsite))
  const form = useZodForm(micrositeFormSchema, values)
  const { dirtyFields, isDirty } = form.formState
  useLeaveGuard(isDirty)
  const save = useWrite(updateMicrosite, {
    onSuccess: () => {
      toastSuccess('Microsite updated successfully')
      onClose()
    },
    onError: (error) => {
      const shown = showServerErrors(form, inFormNames(error))
      if (!shown) toastError(messageOf(error, 'Failed to update microsite'))
    },
  })
  const submit = form.handleSubmit((fields) => {
    const body = changesOf(fields, dirtyFields)
    if (Object.keys(body).length === 0) onClose()
    else save.mutate({ params: { id: microsite.id }, body })
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title="Edit Microsite"
      description="Changes are on the page as soon as they are saved."
      dirty={isDirty}
      footer={
        <>
          <Button onClick={() => void closeUnlessDirty(isDirty, onClose)}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={save.isPending}
            pendingText="Saving..."
          >
            Save Changes
          </Button>
        </>
      }
    >
      <Form id={formId} className="flex flex-col gap-6" onSubmit={submit}>
        <MicrositeFormFields form={form} address={address} campaigns={campaigns} isEdit />
      </Form>
    </Dialog>
  )
}
