import { Check } from 'lucide-react'
import type { InputHTMLAttributes, ReactElement, ReactNode, Ref } from 'react'
import { type FieldAria, useFieldAria } from '#web/lib/use-field-aria.ts'
import { cx } from './cx.ts'
import { FieldNote, RequiredMark } from './Field.tsx'

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'id'> {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  hideLabel?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

const boxClass =
  'peer size-4 appearance-none border border-line-strong bg-surface transition-colors checked:border-primary checked:bg-primary disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken aria-invalid:border-red'

/** On a phone as tall as a finger needs; the box stays next to the first line, however long the help is. */
const rowClass = 'flex min-h-6 items-start gap-2.5 max-md:min-h-11 max-md:pt-3 max-md:pb-1'

/** A yes/no choice that applies on submit. */
export function CheckboxField({ label, help, error, hideLabel, ...input }: ChoiceProps): ReactElement {
  const aria = useFieldAria({ help, error })
  return (
    <Row {...{ aria, label, help, error, hideLabel, required: input.required }}>
      <span className="relative flex size-4">
        <input
          {...input}
          {...aria.control}
          type="checkbox"
          className={cx(boxClass, 'rounded-sm indeterminate:border-primary indeterminate:bg-primary')}
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0.5 hidden size-3 text-on-primary peer-checked:block"
        />
      </span>
    </Row>
  )
}

/** An on/off choice that applies immediately, unless its help text states otherwise. */
export function SwitchField({ label, help, error, hideLabel, ...input }: ChoiceProps): ReactElement {
  const aria = useFieldAria({ help, error })
  return (
    <Row {...{ aria, label, help, error, hideLabel, required: false }}>
      <span className="relative flex h-4 w-7">
        <input
          {...input}
          {...aria.control}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox provides aria-checked implicitly
          role="switch"
          className="peer h-4 w-7 appearance-none rounded-full bg-line-strong transition-colors checked:bg-primary disabled:cursor-not-allowed disabled:opacity-50"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.5 left-0.5 size-3 rounded-full bg-surface transition-transform peer-checked:translate-x-3"
        />
      </span>
    </Row>
  )
}

interface RowProps {
  aria: FieldAria
  label: ReactNode
  help: ReactNode
  error: string | undefined
  hideLabel: boolean | undefined
  required: boolean | undefined
  children: ReactNode
}

function Row({ aria, label, help, error, hideLabel, required, children }: RowProps): ReactElement {
  return (
    <div className={rowClass}>
      <span className="mt-0.5 flex shrink-0">{children}</span>
      <div className="flex min-w-0 flex-col gap-0.5">
        <div className={hideLabel ? 'sr-only' : undefined}>
          <label htmlFor={aria.control.id}>{label}</label>
          {required && <RequiredMark />}
        </div>
        <FieldNote id={aria.noteId} error={error} help={help} />
      </div>
    </div>
  )
}

export interface RadioOption {
  value: string
  label: string
  help?: string
  disabled?: boolean
}

interface RadioGroupFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'id'> {
  label: string
  options: readonly RadioOption[]
  help?: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** One of a few options worth comparing. Takes `value`/`onChange`, or a form's binding. */
export function RadioGroupField(props: RadioGroupFieldProps): ReactElement {
  const { label, options, help, error, required, value, ...input } = props
  const { control, noteId } = useFieldAria({ help, error, required })
  const { id, ...state } = control
  const name = input.name ?? id
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a radiogroup can be invalid or required, a plain group and a single radio cannot
    <fieldset {...state} role="radiogroup" className="group flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">
        {label}
        {required && <RequiredMark />}
      </legend>
      {options.map((option) => (
        <label key={option.value} className={rowClass}>
          <input
            {...input}
            {...(value === undefined ? {} : { checked: value === option.value })}
            type="radio"
            name={name}
            value={option.value}
            disabled={input.disabled || option.disabled}
            className={cx(
              boxClass,
              'mt-0.5 shrink-0 rounded-full group-aria-invalid:border-red checked:shadow-[inset_0_0_0_3px_var(--bl-surface)]',
            )}
          />
          <span className="flex flex-col">
            {option.label}
            {option.help && <span className="text-xs text-ink-soft">{option.help}</span>}
          </span>
        </label>
      ))}
      <FieldNote id={noteId} error={error} help={help} />
    </fieldset>
  )
}
