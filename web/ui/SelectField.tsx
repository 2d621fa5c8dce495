import { ChevronDown } from 'lucide-react'
import type { ReactElement, Ref, SelectHTMLAttributes } from 'react'
import { useHeldFocus } from '#web/lib/use-held-focus.ts'
import { controlClass, controlHeight } from './controls.ts'
import { cx } from './cx.ts'
import { Field, type FieldProps } from './Field.tsx'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly Option[]
  ref?: Ref<HTMLSelectElement> | undefined
}

/** A bare select, e.g. a filter (give it an aria-label); inside a form use SelectField. The platform's own list opens. */
export function Select({ options, className, ...props }: SelectProps): ReactElement {
  // a form of react-hook-form has to get every change
  const isControlled = props.value !== undefined
  const { isHeld, control } = useHeldFocus(Boolean(props.disabled && isControlled), props)
  return (
    <span className={cx('relative inline-flex min-w-0', className)}>
      <select
        {...props}
        {...(isControlled && control)}
        {...(isHeld && { onChange: () => undefined })}
        className={cx(controlClass, controlHeight, 'appearance-none truncate pr-8')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-faint"
        strokeWidth={1.75}
      />
    </span>
  )
}

export interface SelectFieldProps extends FieldProps, Omit<SelectProps, 'className' | 'id' | 'required'> {}

/** A select of up to about twenty options; use a searchable field for more. */
export function SelectField(props: SelectFieldProps): ReactElement {
  const { label, help, error, required, hideLabel, className, ...select } = props
  return (
    <Field {...{ label, help, error, required, hideLabel, className }}>
      {(aria) => <Select {...select} {...aria} />}
    </Field>
  )
}
