import { type ReactElement, useId, useState } from 'react'
import { type Bdm, bdmFields, createBdm, updateBdm } from '#contract/bdms.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { closeUnlessDirty, Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { BdmFormFields } from './BdmFormFields.tsx'
import { changesOf, newBdm, tidy, valuesOf } from './bdm-form.ts'

interface BdmDialogProps {
  /** null adds one. */
  bdm: Bdm | null
  onClose: () => void
}

/** Adds or changes a BDM; mounted while it is open. */
export function BdmDialog({ bdm, onClose }: BdmDialogProps): ReactElement {
  const formId = useId()
  const [values] = useState(() => (bdm ? valuesOf(bdm) : newBdm()))
  const form = useZodForm(bdmFields, values)
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const failure = bdm ? 'Failed to update BDM' : 'Failed to add BDM'
  const answers = {
    onSuccess: () => {
      toastSuccess(bdm ? 'BDM updated successfully' : 'BDM added successfully')
      onClose()
    },
    onError: (error: Error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, failure))
    },
  }
  const create = useWrite(createBdm, answers)
  const update = useWrite(updateBdm, answers)
  const submit = form.handleSubmit((fields) => {
    if (!bdm) return create.mutate({ body: tidy(fields) })
    const body = changesOf(fields, bdm)
    if (Object.keys(body).length === 0) onClose()
    else update.mutate({ params: { id: bdm.id }, body })
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={bdm ? `Edit ${bdm.name}` : 'Add BDM'}
      description="All times are those of Sydney. Meetings that are booked already stay as they are."
      dirty={isDirty}
      footer={
        <>
          <Button onClick={() => void closeUnlessDirty(isDirty, onClose)}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={create.isPending || update.isPending}
            pendingText="Saving..."
          >
            {bdm ? 'Save Changes' : 'Add BDM'}
          </Button>
        </>
      }
    >
      <Form id={formId} className="flex flex-col gap-6" onSubmit={submit}>
        <BdmFormFields form={form} isEdit={bdm !== null} />
      </Form>
    </Dialog>
  )
}
