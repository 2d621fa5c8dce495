import type { ReactElement } from 'react'
import { createTemplate, templateSettings } from '#contract/campaigns/campaign-templates.ts'
import { cutText } from '#contract/plain-text.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { CampaignForm } from '../campaign-form.ts'
import { editorSteps } from './editor-steps.ts'

interface SaveTemplateDialogProps {
  /** The campaign whose settings the template takes, saved or not. */
  form: CampaignForm
  suggestion?: string
  onClose: () => void
}

const MAX_NAME = 100
const named = createTemplate.body.pick({ name: true })
/** Fields of a template. */
const kept = editorSteps
  .flatMap(({ fields }) => fields)
  .filter((name) => name !== 'name' && name !== 'status' && name !== 'budget')

/** Saves script, audience and hours for future campaigns. */
export function SaveTemplateDialog(props: SaveTemplateDialogProps): ReactElement {
  const { form: campaign, suggestion = '', onClose } = props
  const form = useZodForm(named, { name: cutText(suggestion, MAX_NAME) })
  const save = useFormWrite(form, createTemplate, {
    success: ({ name }) => `Template “${name}” saved`,
    failure: 'Failed to save the template',
    onSuccess: onClose,
  })
  const settings = templateSettings.safeParse(campaign.getValues())
  const submit = form.handleSubmit(({ name }) => {
    if (settings.success) save.mutate({ body: { name, settings: settings.data } })
    else void campaign.trigger(kept)
  })
  return (
    <FormDialog
      onClose={onClose}
      width="sm"
      title="Save as template"
      description="Keeps the offer, the script, the audience and the hours for future campaigns."
      dirty={form.formState.isDirty}
      write={save}
      submit="Save template"
      pendingText="Saving..."
      disabledReason={
        settings.success ? null : 'Product, call script and hours have to be right before they can be kept.'
      }
      onSubmit={submit}
    >
      <TextField label="Template name" required autoComplete="off" {...field(form, 'name')} />
    </FormDialog>
  )
}
