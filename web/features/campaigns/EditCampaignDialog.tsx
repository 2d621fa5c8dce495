import { type ReactElement, useId, useState } from 'react'
import { type Campaign, campaignFields, updateCampaign } from '#contract/campaigns.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { closeUnlessDirty, Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { CampaignFormFields } from './CampaignFormFields.tsx'
import { changesOf, valuesOf } from './campaign-form.ts'

/** Mounted while it is open: it keeps the values it was opened with, whatever changes meanwhile. */
export function EditCampaignDialog(props: { campaign: Campaign; onClose: () => void }): ReactElement {
  const { campaign, onClose } = props
  const formId = useId()
  const [values] = useState(() => valuesOf(campaign))
  const form = useZodForm(campaignFields, values)
  const { dirtyFields, isDirty } = form.formState
  useLeaveGuard(isDirty)
  const save = useWrite(updateCampaign, {
    refresh: ['dashboard'],
    onSuccess: () => {
      toastSuccess('Campaign updated successfully')
      onClose()
    },
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to update campaign'))
    },
  })
  const submit = form.handleSubmit((fields) => {
    const body = changesOf(fields, dirtyFields)
    if (Object.keys(body).length === 0) onClose()
    else save.mutate({ params: { id: campaign.id }, body })
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title="Edit Campaign"
      description="Calls that are in progress keep the words they began with."
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
        <CampaignFormFields form={form} isEdit />
      </Form>
    </Dialog>
  )
}
