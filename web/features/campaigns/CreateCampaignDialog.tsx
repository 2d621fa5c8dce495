import { type ReactElement, useId } from 'react'
import { campaignFields, createCampaign } from '#contract/campaigns.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { closeUnlessDirty, Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { CampaignFormFields } from './CampaignFormFields.tsx'
import { newCampaign } from './campaign-form.ts'

/** Mounted while it is open, so that it starts empty every time. */
export function CreateCampaignDialog({ onClose }: { onClose: () => void }): ReactElement {
  const formId = useId()
  const form = useZodForm(campaignFields, newCampaign)
  useLeaveGuard(form.formState.isDirty)
  const create = useWrite(createCampaign, {
    refresh: ['dashboard'],
    onSuccess: () => {
      toastSuccess('Campaign created successfully')
      onClose()
    },
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to create campaign'))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title="Create New Campaign"
      description="Nobody is called until you press Call."
      dirty={form.formState.isDirty}
      footer={
        <>
          <Button onClick={() => void closeUnlessDirty(form.formState.isDirty, onClose)}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={create.isPending}
            pendingText="Creating..."
          >
            Create Campaign
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className="flex flex-col gap-6"
        onSubmit={form.handleSubmit((body) => create.mutate({ body }))}
      >
        <CampaignFormFields form={form} isEdit={false} />
      </Form>
    </Dialog>
  )
}
