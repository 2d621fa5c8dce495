import type { ReactElement } from 'react'
import { type OnExisting, onExistingChoices } from '#contract/brokers/imports.ts'
import { RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { onExistingWords } from './import-rules.ts'

const options = onExistingChoices.map((value) => ({ value, ...onExistingWords[value] }))

interface OnExistingFieldProps {
  value: OnExisting
  onChange: (value: OnExisting) => void
  disabled?: boolean
}

/** How to treat rows of existing brokers. */
export function OnExistingField({ value, onChange, disabled }: OnExistingFieldProps): ReactElement {
  return (
    <RadioGroupField
      label="If a broker already exists"
      help="The same broker: the same ASIC number, the same email, or the same phone and name."
      options={options}
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const chosen = onExistingChoices.find((choice) => choice === event.target.value)
        if (chosen) onChange(chosen)
      }}
    />
  )
}
