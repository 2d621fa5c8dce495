import type { ReactElement } from 'react'
import { AdvancedFields } from './AdvancedFields.tsx'
import type { CampaignForm } from './campaign-form.ts'
import { HoursFields } from './HoursFields.tsx'
import { OfferFields } from './OfferFields.tsx'
import { VoiceFields } from './VoiceFields.tsx'

/** All fields of a campaign, shared by the Create and Edit dialogs. */
export function CampaignFormFields(props: { form: CampaignForm; isEdit: boolean }): ReactElement {
  return (
    <>
      <OfferFields {...props} />
      <VoiceFields form={props.form} />
      <HoursFields form={props.form} />
      <AdvancedFields {...props} />
    </>
  )
}
