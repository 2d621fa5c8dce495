import { type ReactElement, useState } from 'react'
import { type Campaign, campaignFields, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useOpenAsPage } from '#web/lib/use-open-as-page.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CampaignFormFields } from './CampaignFormFields.tsx'
import { changesOf, valuesOf } from './campaign-form.ts'

/** Mounted only while open; live updates do not overwrite the values being edited. */
export function EditCampaignDialog(props: { campaign: Campaign; onClose: () => void }): ReactElement {
  const { campaign, onClose } = props
  const [values] = useState(() => valuesOf(campaign))
  const form = useZodForm(campaignFields, values)
  const { dirtyFields, isDirty } = form.formState
  const edit = useFormEdit(updateCampaign, form, { record: campaign, toForm: valuesOf })
  const save = useFormWrite(form, updateCampaign, {
    edit,
    refresh: ['dashboard'],
    success: 'Campaign updated successfully',
    failure: 'Failed to update campaign',
    onSuccess: onClose,
  })
  const submit = form.handleSubmit((fields) => {
    const body = changesOf(fields, dirtyFields)
    if (Object.keys(body).length === 0) onClose()
    else save.mutate({ params: { id: campaign.id }, body })
  })
  const page = useOpenAsPage(`/campaigns/${campaign.id}/edit`, () => ({ campaign: form.getValues() }))
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title="Edit Campaign"
      description={
        <>Calls in progress keep the script they started with. {page.link} with a preview and reach.</>
      }
      dirty={isDirty && !page.isMoving}
      write={save}
      edit={edit}
      submit="Save Changes"
      pendingText="Saving..."
      formClass="flex flex-col gap-6"
      onSubmit={submit}
    >
      <CampaignFormFields form={form} isEdit />
    </FormDialog>
  )
}
