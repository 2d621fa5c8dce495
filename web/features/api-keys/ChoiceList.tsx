import type { ReactElement } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { CheckboxField } from '#web/ui/ChoiceFields.tsx'

interface ChoiceListProps<V extends FieldValues, C, T> {
  control: Control<V, C, T>
  /** A field that holds the chosen values. */
  name: FieldPath<V>
  label: string
  help?: string
  options: readonly { value: string; label: string }[]
}

/** Any number of a list of choices. */
export function ChoiceList<V extends FieldValues, C, T>(props: ChoiceListProps<V, C, T>): ReactElement {
  const { control, name, label, help, options } = props
  const { field, fieldState } = useController({ control, name })
  const chosen: readonly string[] = field.value ?? []
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {help && <p className="text-xs text-ink-soft">{help}</p>}
      {fieldState.error && (
        <p role="alert" className="text-xs text-red">
          {fieldState.error.message ?? 'Choose at least one'}
        </p>
      )}
      <div className="grid gap-1.5 sm:grid-cols-2">
        {options.map((option, index) => (
          <CheckboxField
            key={option.value}
            label={option.label}
            name={`${name}.${option.value}`}
            checked={chosen.includes(option.value)}
            ref={index === 0 ? field.ref : undefined}
            onBlur={field.onBlur}
            onChange={({ target }) =>
              field.onChange(
                target.checked ? [...chosen, option.value] : chosen.filter((value) => value !== option.value),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
