import type { InputHTMLAttributes, ReactElement, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { controlClass, controlHeight, readOnlyClass } from './controls.ts'
import { cx } from './cx.ts'
import { Field, type FieldProps } from './Field.tsx'

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement> | undefined
}

/** A bare input; inside a form use TextField. */
export function Input({ className, ...props }: InputProps): ReactElement {
  return <input {...props} className={cx(controlClass, controlHeight, readOnlyClass, className)} />
}

export interface TextFieldProps extends FieldProps, Omit<InputProps, 'className' | 'id' | 'required'> {
  /** Inside the control's right edge: a unit ('% p.a.'), a button. */
  suffix?: ReactNode
}

/** One line of text, a number, a date: `<TextField label="Name" required {...field(form, 'name')} />`. */
export function TextField(props: TextFieldProps): ReactElement {
  const { label, help, error, required, hideLabel, className, suffix, ...input } = props
  return (
    <Field {...{ label, help, error, required, hideLabel, className }}>
      {(aria) =>
        suffix ? (
          <span className="relative flex items-center">
            <Input {...input} {...aria} className="pr-16" />
            <span className="absolute right-2.5 text-xs text-ink-soft">{suffix}</span>
          </span>
        ) : (
          <Input {...input} {...aria} />
        )
      }
    </Field>
  )
}

export interface TextAreaFieldProps
  extends FieldProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id' | 'required'> {
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** Several lines; grows with its text. */
export function TextAreaField(props: TextAreaFieldProps): ReactElement {
  const { label, help, error, required, hideLabel, className, rows = 3, ...area } = props
  return (
    <Field {...{ label, help, error, required, hideLabel, className }}>
      {(aria) => (
        <textarea
          {...area}
          {...aria}
          rows={rows}
          className={cx(
            controlClass,
            readOnlyClass,
            'field-sizing-content max-h-96 min-h-18 resize-y py-1.5',
          )}
        />
      )}
    </Field>
  )
}
