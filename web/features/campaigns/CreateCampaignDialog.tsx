import type { ReactElement } from 'react'
import { campaignFields, createCampaign } from '#contract/campaigns/campaigns.ts'
import { useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useOpenAsPage } from '#web/lib/use-open-as-page.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CampaignFormFields } from './CampaignFormFields.tsx'
import { newCampaign } from './campaign-form.ts'

/** Mounted only while open, so that it always starts empty. */
export function CreateCampaignDialog({ onClose }: { onClose: () => void }): ReactElement {
  const form = useZodForm(campaignFields, newCampaign)
  const create = useFormWrite(form, createCampaign, {
    refresh: ['dashboard'],
    success: 'Campaign created successfully',
    failure: 'Failed to create campaign',
    onSuccess: onClose,
  })
  const page = useOpenAsPage('/campaigns/new', () => ({ campaign: form.getValues() }))
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title="Create New Campaign"
      description={
        <>Nobody is called until you press Call. {page.link} with a preview, templates and reach.</>
      }
      dirty={form.formState.isDirty && !page.isMoving}
      write={create}
      submit="Create Campaign"
      pendingText="Creating..."
      formClass="flex flex-col gap-6"
      onSubmit={form.handleSubmit(({ rate, ...body }) =>
        create.mutate({ body: { ...body, ...(rate !== null && { rate }) } }),
      )}
    >
      <CampaignFormFields form={form} isEdit={false} />
    </FormDialog>
  )
}
