import type { ReactElement } from 'react'
import { AdvancedFields } from './AdvancedFields.tsx'
import type { CampaignForm } from './campaign-form.ts'
import { HoursFields } from './HoursFields.tsx'
import { OfferFields } from './OfferFields.tsx'
import { VoiceFields } from './VoiceFields.tsx'

/** Every field of a campaign, for the Create and the Edit dialog alike. */
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
