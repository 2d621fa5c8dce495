import type { ReactElement } from 'react'
import { TextField } from '#web/ui/TextField.tsx'

interface NumberSourceFieldProps {
  value: string
  onChange: (value: string) => void
  /** When the field is left. */
  onBlur?: () => void
  error?: string | null
  disabled?: boolean
}

/** The source of the numbers, in words fit to be read out. */
export function NumberSourceField({
  value,
  onChange,
  onBlur,
  error,
  disabled,
}: NumberSourceFieldProps): ReactElement {
  return (
    <TextField
      label="Source of these numbers (required for live calls)"
      help="Read to a broker who asks: “We have your number from …”."
      placeholder="the directory of your association"
      autoComplete="off"
      maxLength={120}
      value={value}
      error={error ?? undefined}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}
