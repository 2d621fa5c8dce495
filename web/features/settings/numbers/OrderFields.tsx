import type { ReactElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { regions } from '#contract/brokers/brokers.ts'
import type { NumberNeeds } from '#contract/calls/telephony.ts'
import { field } from '#web/lib/form.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { NEW_ADDRESS, type OrderValues } from './order-form.ts'

export type OrderForm = UseFormReturn<OrderValues>

interface OrderFieldsProps {
  form: OrderForm
  choices: NumberNeeds['address']['choices']
}

const stateOptions = [
  { value: '', label: 'Choose a state' },
  ...regions.map((region) => ({ value: region, label: region })),
]

const optionsOf = (choices: OrderFieldsProps['choices']) =>
  choices.map(({ id, label }) => ({ value: id, label }))

/** A business address that the vendor has on file, or a new one. */
export function AddressFields({ form, choices }: OrderFieldsProps): ReactElement {
  const isNew = form.watch('addressId') === NEW_ADDRESS
  return (
    <>
      {choices.length > 0 && (
        <SelectField
          label="Business address"
          required
          options={[...optionsOf(choices), { value: NEW_ADDRESS, label: 'Enter another address' }]}
          {...field(form, 'addressId')}
        />
      )}
      {isNew && (
        <fieldset className="grid gap-4 md:grid-cols-6 *:min-w-0">
          <legend className="sr-only">Business address</legend>
          <TextField
            className="md:col-span-6"
            label="Business name"
            required
            autoComplete="organization"
            {...field(form, 'address.customerName')}
          />
          <TextField
            className="md:col-span-6"
            label="Street"
            required
            autoComplete="address-line1"
            help="A street address in Australia, no post office box."
            {...field(form, 'address.street')}
          />
          <TextField
            className="md:col-span-3"
            label="Suburb"
            required
            autoComplete="address-level2"
            {...field(form, 'address.city')}
          />
          <SelectField
            className="md:col-span-2"
            label="State"
            required
            options={stateOptions}
            {...field(form, 'address.region')}
          />
          <TextField
            className="md:col-span-1"
            label="Postcode"
            required
            inputMode="numeric"
            autoComplete="postal-code"
            {...field(form, 'address.postalCode')}
          />
        </fieldset>
      )}
    </>
  )
}

/** The regulator's proof of who rents the number, approved by the vendor beforehand. */
export function BundleField({ form, choices }: OrderFieldsProps): ReactElement {
  return (
    <SelectField
      label="Regulatory bundle"
      required
      help="The vendor's proof of who rents the number."
      options={
        choices.length === 1
          ? optionsOf(choices)
          : [{ value: '', label: 'Choose a bundle' }, ...optionsOf(choices)]
      }
      {...field(form, 'bundleId')}
    />
  )
}
