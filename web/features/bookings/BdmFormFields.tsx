import type { ReactElement } from 'react'
import { useController } from 'react-hook-form'
import { regions } from '#contract/brokers/brokers.ts'
import { FormSection } from '#web/features/campaigns/FormSection.tsx'
import { field } from '#web/lib/form.ts'
import { CheckboxField, SwitchField } from '#web/ui/ChoiceFields.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { BlocksField } from './BlocksField.tsx'
import type { BdmForm } from './bdm-form.ts'
import { CallHoursField } from './CallHoursField.tsx'
import { HoursField } from './HoursField.tsx'

/** Every field of a BDM. */
export function BdmFormFields({ form, isEdit }: { form: BdmForm; isEdit: boolean }): ReactElement {
  return (
    <>
      <FormSection title="Profile">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField label="Name" required autoComplete="off" {...field(form, 'name')} />
          <TextField label="Email" type="email" required autoComplete="off" {...field(form, 'email')} />
          <TextField
            label="Phone"
            type="tel"
            autoComplete="off"
            help="Brokers who ask for a person are put through to it."
            {...field(form, 'phone')}
          />
          <TextField
            label="Video link"
            type="url"
            autoComplete="off"
            help="Optional. Without one, the organisation's link is used."
            {...field(form, 'videoLink')}
          />
        </div>
        {isEdit && (
          <SwitchField
            label="Takes meetings"
            help="When off, no new meetings are booked; existing ones stay."
            {...field(form, 'active')}
          />
        )}
      </FormSection>
      <FormSection title="Hours">
        <HoursField form={form} />
      </FormSection>
      <FormSection title="Calls from brokers">
        <CallHoursField form={form} />
      </FormSection>
      <FormSection title="Recurring blocks">
        <BlocksField form={form} />
      </FormSection>
      <FormSection title="Regions">
        <RegionsField form={form} />
      </FormSection>
      <FormSection title="Connected calendar">
        <TextField
          label="Calendar address (ICS)"
          type="url"
          autoComplete="off"
          help="Optional. Times that are busy in it are not offered. It is read every 15 minutes, unless a calendar is connected."
          {...field(form, 'busyFeedUrl')}
        />
        <SwitchField
          label="Tentative entries are busy"
          help="When off, times of entries that are only tentative are offered."
          {...field(form, 'tentativeIsBusy')}
        />
      </FormSection>
    </>
  )
}

function RegionsField({ form }: { form: BdmForm }): ReactElement {
  const { field: binding } = useController({ control: form.control, name: 'regions' })
  const chosen = binding.value ?? []
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-xs text-ink-soft">
        Brokers in these regions are booked with this BDM first.
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {regions.map((region, index) => (
          <CheckboxField
            key={region}
            label={region}
            checked={chosen.includes(region)}
            ref={index === 0 ? binding.ref : undefined}
            onBlur={binding.onBlur}
            onChange={(event) =>
              binding.onChange(
                event.target.checked ? [...chosen, region] : chosen.filter((each) => each !== region),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
