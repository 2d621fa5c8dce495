import type { ReactElement } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { brokerFields, plainFields } from '#contract/brokers/broker-fields.ts'
import { type Broker, callBases, callBasisLabels, regions } from '#contract/brokers/brokers.ts'
import { useBdmOptions } from '#web/features/bookings/use-bdm-options.ts'
import { field } from '#web/lib/form.ts'
import { CheckboxField, RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { type brokerForm, membershipOptions, needsConfirmation, valuesOf } from './broker-form.ts'
import { callBasisTexts } from './call-basis.ts'

type Schema = ReturnType<typeof brokerForm>

interface BrokerFormFieldsProps {
  form: UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>
  broker: Broker | null
}

const regionOptions = [
  { value: '', label: 'Not known' },
  ...regions.map((region) => ({ value: region, label: region })),
]

const basisOptions = callBases.map((value) => ({
  value,
  label: callBasisLabels[value],
  help: callBasisTexts[value].meaning,
}))

const nobody = { value: '', label: 'Any BDM in the region' }

export function BrokerFormFields({ form, broker }: BrokerFormFieldsProps): ReactElement {
  const bdms = useBdmOptions(nobody, broker?.bdm)
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {/* with help in each row an error replaces a line and moves nothing under the pointer */}
        <TextField
          label="Name"
          required
          autoComplete="off"
          help="First name first: calls use it in the greeting"
          {...field(form, 'name')}
        />
        <TextField label="Company" autoComplete="off" {...field(form, 'company')} />
        <TextField
          label="Phone"
          type="tel"
          required
          autoComplete="off"
          help="Local (0491 570 156) or international (+61 491 570 156)"
          {...field(form, 'phone')}
        />
        <TextField
          label="Email"
          type="email"
          required={!broker || Boolean(broker.email)}
          autoComplete="off"
          {...field(form, 'email')}
        />
        <div className="grid grid-cols-2 items-start gap-4">
          <SelectField label="Region" options={regionOptions} {...field(form, 'region')} />
          <TextField
            label="Postcode"
            inputMode="numeric"
            autoComplete="off"
            help="For the time zone"
            {...field(form, 'postcode')}
          />
        </div>
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            label="ASIC number"
            autoComplete="off"
            help="Sets the status to Verified"
            {...field(form, 'asicNumber')}
          />
          <SelectField
            label="Membership"
            options={membershipOptions(broker?.membership)}
            {...field(form, 'membership')}
          />
        </div>
        {plainFields.map((name) => (
          <TextField
            key={name}
            label={brokerFields[name].label}
            autoComplete="off"
            help={brokerFields[name].help}
            {...field(form, name)}
          />
        ))}
        <SelectField
          label="BDM"
          options={bdms}
          help="Comes first where a meeting is booked"
          {...field(form, 'bdmId')}
        />
        <TextField
          label="Source of the number"
          autoComplete="off"
          help="Read to a broker who asks: “We have your number from …”"
          {...field(form, 'numberSource')}
        />
      </div>
      <BasisFields form={form} broker={broker} />
    </>
  )
}

function BasisFields({ form, broker }: BrokerFormFieldsProps): ReactElement {
  const basis = useWatch({ control: form.control, name: 'callBasis' }) ?? 'relationship'
  const words = callBasisTexts[basis]
  const { dirtyFields } = form.formState
  const bound = field(form, 'callBasis')
  const choose: typeof bound.onChange = (event) => {
    const isStored = event.target.value === broker?.callBasis
    const stored = valuesOf(broker)
    // stored source and day belong to the stored basis; typed values are kept
    for (const name of ['callBasisSource', 'callBasisAt'] as const) {
      if (broker && !dirtyFields[name]) form.setValue(name, isStored ? stored[name] : '')
    }
    return bound.onChange(event)
  }
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <RadioGroupField label="Call basis" options={basisOptions} {...bound} onChange={choose} />
      {words.source && (
        <div className="grid items-start gap-4 md:grid-cols-[1fr_11rem]">
          <TextField
            label={words.source}
            required={basis === 'express'}
            autoComplete="off"
            {...field(form, 'callBasisSource')}
          />
          <TextField label="Since" type="date" help="Defaults to today" {...field(form, 'callBasisAt')} />
        </div>
      )}
      {needsConfirmation(basis, broker) && words.confirmation && (
        <CheckboxField
          label={words.confirmation}
          help="Recorded in the audit log with your name."
          required
          {...field(form, 'confirmed')}
        />
      )}
    </div>
  )
}
