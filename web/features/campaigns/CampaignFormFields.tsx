import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { AdvancedFields } from './AdvancedFields.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import type { CampaignForm } from './campaign-form.ts'
import { FormSection } from './FormSection.tsx'
import { HoursFields } from './HoursFields.tsx'
import { OfferFields } from './OfferFields.tsx'
import { VoiceFields } from './VoiceFields.tsx'

/** All fields of a campaign, shared by the Create and Edit dialogs. */
export function CampaignFormFields(props: { form: CampaignForm; isEdit: boolean }): ReactElement {
  return (
    <>
      <OfferFields {...props} />
      <VoiceFields form={props.form} />
      <AudienceSection form={props.form} />
      <HoursFields form={props.form} />
      <AdvancedFields {...props} />
    </>
  )
}

export function AudienceSection({ form }: { form: CampaignForm }): ReactElement {
  const [audienceId, holdOutPercent] = useWatch({
    control: form.control,
    name: ['audienceId', 'holdOutPercent'],
  })
  const { errors } = form.formState
  return (
    <FormSection title="Who is called">
      <AudienceFields
        value={{ audienceId: Number(audienceId) || null, holdOutPercent: holdOutPercent ?? 0 }}
        errors={{ audienceId: errors.audienceId?.message, holdOutPercent: errors.holdOutPercent?.message }}
        onChange={(chosen) => {
          form.setValue('audienceId', chosen.audienceId, { shouldDirty: true })
          form.setValue('holdOutPercent', chosen.holdOutPercent, { shouldDirty: true })
        }}
      />
    </FormSection>
  )
}
