import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { TextField } from '#web/ui/TextField.tsx'
import type { CampaignForm } from './campaign-form.ts'

interface Look {
  label: string
  /** A rate of a saved campaign steps by hundredths, a new one by thousandths. */
  step: number | 'rate'
  /** Left out if the arrows should step from the value: with a minimum they step from the minimum. */
  min?: number
  max: number
  suffix?: string
  help: string
}

const looks = {
  rate: { label: 'Rate', step: 'rate', max: 100, suffix: '%', help: 'Up to three decimals, such as 6.140' },
  comparisonRate: {
    ...{ label: 'Comparison rate', step: 'rate', max: 100, suffix: '%' },
    help: 'Shown next to the rate on public pages',
  },
  maxConcurrentCalls: { label: 'Concurrent calls', step: 1, min: 1, max: 100, help: '1 to 100' },
  meetingsTarget: {
    ...{ label: 'Meeting target', step: 1, min: 1, max: 100_000 },
    help: 'Meetings to aim for. Leave empty for no target',
  },
  budget: {
    ...{ label: 'Budget', step: 0.01, min: 0, max: 9_999_999, suffix: 'AUD' },
    help: 'No call may exceed it. Leave empty for no limit',
  },
} satisfies Record<string, Look>

type Name = keyof typeof looks

interface NumberFieldProps {
  form: CampaignForm
  name: Name
  isEdit: boolean
}

/** A value for text that is not a number: the browser reports it as '', which would pass for an empty field. */
const NO_NUMBER = 'no number'

/** A rate or an amount is kept as it is typed, with its zeros; a count is a number, as the API takes it. */
function typed(name: Name, value: string): string | number | null {
  if (name === 'rate' || name === 'comparisonRate' || name === 'budget') return value
  if (value !== '') return Number(value)
  return name === 'meetingsTarget' ? null : value
}

export function NumberField({ form, name, isEdit }: NumberFieldProps): ReactElement {
  const look: Look = looks[name]
  const step = look.step !== 'rate' ? look.step : isEdit ? 0.01 : 0.001
  const { field, fieldState } = useController({ control: form.control, name })
  const [first] = useState(() => String(field.value ?? ''))
  const input = useRef<HTMLInputElement>(null)
  const { value } = field
  // follows changes by code, such as a restored draft or a colleague's change; text that parses to the same value stays
  useEffect(() => {
    const shown = input.current
    if (!shown || value === NO_NUMBER || (typed(name, shown.value) ?? '') === (value ?? '')) return
    shown.value = String(value ?? '')
  }, [name, value])
  return (
    <TextField
      {...look}
      type="number"
      inputMode={step < 1 ? 'decimal' : 'numeric'}
      step={step}
      ref={(control) => {
        field.ref(control)
        input.current = control
      }}
      name={name}
      // the arrows step from this base: with a step of 0.01, 6.145 becomes 6.155, not 6.15
      defaultValue={first}
      onInput={({ currentTarget: { validity, value } }) =>
        field.onChange(validity.badInput ? NO_NUMBER : typed(name, value))
      }
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}
