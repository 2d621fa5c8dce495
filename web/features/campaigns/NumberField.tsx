import { type ReactElement, useState } from 'react'
import { useController } from 'react-hook-form'
import { TextField } from '#web/ui/TextField.tsx'
import type { CampaignForm } from './campaign-form.ts'

interface NumberFieldProps {
  form: CampaignForm
  name: 'rate' | 'comparisonRate' | 'maxConcurrentCalls'
  label: string
  step: number
  /** Leave off where the arrows are to count from the value: with a minimum they count from that. */
  min?: number
  max: number
  suffix?: string
  help?: string
}

/** What a browser hides behind an empty value when the text is no number: it must not pass for an empty field. */
const NO_NUMBER = 'no number'

export function NumberField({ form, name, step, min, max, ...look }: NumberFieldProps): ReactElement {
  const { field, fieldState } = useController({ control: form.control, name })
  const [first] = useState(() => String(field.value ?? ''))
  return (
    <TextField
      {...look}
      type="number"
      inputMode={step < 1 ? 'decimal' : 'numeric'}
      step={step}
      min={min}
      max={max}
      ref={field.ref}
      name={name}
      // the arrows count from here: by 0.01, 6.145 goes to 6.155, not to 6.15
      defaultValue={first}
      onInput={({ currentTarget: { validity, value } }) =>
        field.onChange(validity.badInput ? NO_NUMBER : value)
      }
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}
