import type { InputHTMLAttributes, ReactElement, Ref, TextareaHTMLAttributes } from 'react'
import { controlClass, Field, type FieldProps } from './Field.tsx'

type Own = 'className' | 'id' | 'required'

export interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, Own> {
  ref?: Ref<HTMLInputElement> | undefined
}

/** One line of text; takes the binding of a form: `<TextField label="Email" type="email" {...bound} />`. */
export function TextField(props: TextFieldProps): ReactElement {
  const { label, help, error, required, className, ...input } = props
  return (
    <Field {...{ label, help, error, required, className }}>
      {(aria) => <input {...input} {...aria} className={controlClass} />}
    </Field>
  )
}

export interface TextAreaFieldProps
  extends FieldProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own> {
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** Several lines; grows with its text where the browser supports it. */
export function TextAreaField(props: TextAreaFieldProps): ReactElement {
  const { label, help, error, required, className, rows = 4, ...area } = props
  return (
    <Field {...{ label, help, error, required, className }}>
      {(aria) => (
        <textarea
          {...area}
          {...aria}
          rows={rows}
          className={`${controlClass} field-sizing-content max-h-96 min-h-28 resize-y`}
        />
      )}
    </Field>
  )
}
