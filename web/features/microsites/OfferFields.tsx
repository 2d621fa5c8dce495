import { type ReactElement, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { field } from '#web/lib/form.ts'
import { SwitchField } from '#web/ui/ChoiceFields.tsx'
import { cx } from '#web/ui/cx.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { micrositeUrl } from './link.ts'
import { type MicrositeForm, suggestedSlug } from './microsite-form.ts'

interface OfferFieldsProps {
  form: MicrositeForm
  address: string
  campaigns: readonly Campaign[]
  /** The address of an existing microsite stays as it is, whatever its name becomes. */
  isEdit: boolean
  /** Fills further texts from the campaign that was chosen. */
  onCampaign?: (campaign: Campaign) => void
  /** In one column. */
  narrow?: boolean
}

/** Name, address and campaign, and the offer. */
export function OfferFields(props: OfferFieldsProps): ReactElement {
  const { form, address, campaigns, isEdit, onCampaign, narrow } = props
  const isOwnSlug = useRef(isEdit)
  const slug = useWatch({ control: form.control, name: 'slug' })
  const nameField = field(form, 'name')
  const slugField = field(form, 'slug')
  const campaignField = field(form, 'campaignId')
  const set = (name: 'slug' | 'productName', value: string): void =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: Boolean(form.formState.errors[name]) })
  const options = [
    { value: '', label: campaigns.length > 0 ? 'Choose a campaign' : 'No campaigns yet' },
    ...campaigns.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <div className={cx('grid gap-4', !narrow && 'md:grid-cols-2')}>
      <TextField
        label="Microsite name"
        required
        autoComplete="off"
        {...nameField}
        onChange={async (event) => {
          await nameField.onChange(event)
          if (!isOwnSlug.current) set('slug', suggestedSlug(event.target.value))
        }}
      />
      <SelectField
        label="Campaign"
        required
        options={options}
        {...campaignField}
        onChange={async (event) => {
          await campaignField.onChange(event)
          const chosen = campaigns.find(({ id }) => String(id) === event.target.value)
          if (!chosen) return
          if (!form.getValues('productName')) set('productName', chosen.product)
          onCampaign?.(chosen)
        }}
      />
      <TextField
        label="URL slug"
        required
        autoComplete="off"
        spellCheck={false}
        help={
          <span className="break-all">
            {isEdit && form.formState.dirtyFields.slug ? 'Links with the old slug will stop working. ' : ''}
            {micrositeUrl(address, slug || '…')}
          </span>
        }
        {...slugField}
        onChange={async (event) => {
          // an emptied field follows the name again
          isOwnSlug.current = isEdit || event.target.value !== ''
          await slugField.onChange(event)
        }}
      />
      <TextField label="Product name" required autoComplete="off" {...field(form, 'productName')} />
      <TextAreaField
        label="Description"
        required
        rows={2}
        className={narrow ? undefined : 'md:col-span-2'}
        {...field(form, 'description')}
      />
      {isEdit && (
        <SwitchField
          label="Active"
          help="Off: the address shows 'Microsite Not Found'. Texts and visits stay."
          {...field(form, 'active')}
        />
      )}
    </div>
  )
}
