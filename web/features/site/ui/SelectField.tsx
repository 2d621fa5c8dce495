import { ChevronDown } from 'lucide-react'
import type { ReactElement, Ref, SelectHTMLAttributes } from 'react'
import { controlClass, Field, type FieldProps } from './Field.tsx'

export interface Option {
  value: string | number
  label: string
}

export interface SelectFieldProps
  extends FieldProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id' | 'required'> {
  options: readonly Option[]
  /** First and empty: 'Choose one'. */
  placeholder?: string
  ref?: Ref<HTMLSelectElement> | undefined
}

/** One of a few; the platform's own list opens. */
export function SelectField(props: SelectFieldProps): ReactElement {
  const { label, help, error, required, className, options, placeholder, ...select } = props
  return (
    <Field {...{ label, help, error, required, className }}>
      {(aria) => (
        <span className="relative flex">
          <select {...select} {...aria} className={`${controlClass} appearance-none truncate pr-10`}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-soft"
            strokeWidth={1.75}
          />
        </span>
      )}
    </Field>
  )
}
