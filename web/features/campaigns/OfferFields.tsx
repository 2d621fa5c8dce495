import type { ReactElement, ReactNode } from 'react'
import { campaignStatuses } from '#contract/campaigns/campaigns.ts'
import { field } from '#web/lib/form.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { CampaignForm } from './campaign-form.ts'
import { campaignStatusLabels } from './campaign-status.ts'
import { FormSection } from './FormSection.tsx'
import { NumberField } from './NumberField.tsx'
import { ScriptField } from './ScriptField.tsx'

const statusOptions = campaignStatuses.map((value) => ({ value, label: campaignStatusLabels[value] }))

interface OfferFieldsProps {
  form: CampaignForm
  /** In the Edit dialog the status can be set, and the rate's arrows step by 0.01 instead of 0.001. */
  isEdit: boolean
  /** Further fields after the rate. */
  children?: ReactNode
}

export function OfferFields({ form, isEdit, children }: OfferFieldsProps): ReactElement {
  return (
    <FormSection title="Offer">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label="Campaign name" required autoComplete="off" {...field(form, 'name')} />
        <TextField label="Product" required autoComplete="off" {...field(form, 'product')} />
        <NumberField form={form} name="rate" isEdit={isEdit} />
        <TextField
          label="Rate type"
          autoComplete="off"
          help="Shown after the rate"
          {...field(form, 'rateType')}
        />
        {children}
        {isEdit && <SelectField label="Status" options={statusOptions} {...field(form, 'status')} />}
      </div>
      <ScriptField form={form} name="description" label="Description" max={4000} rows={2} />
    </FormSection>
  )
}
