import { Eye, EyeOff } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { FieldBinding } from '#web/lib/form.ts'
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx'

/** The address that identifies an account. */
export function EmailField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'required'>): ReactElement {
  return <TextField autoComplete="username" {...props} type="email" inputMode="email" required />
}

/** A password field with a button to show the text. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>): ReactElement {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          // not named after the field, whose label it would repeat
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
          className="-mr-2 flex size-[calc(var(--bl-control)-0.25rem)] items-center justify-center rounded text-ink-faint hover:text-ink max-md:size-10"
        >
          <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
        </button>
      }
    />
  )
}

interface NewPasswordFieldsProps {
  label: string
  confirmLabel: string
  help: string
  password: FieldBinding<string>
  confirmation: FieldBinding<string>
}

/** A new password, typed twice. */
export function NewPasswordFields(props: NewPasswordFieldsProps): ReactElement {
  const { label, confirmLabel, help, password, confirmation } = props
  return (
    <>
      <PasswordField label={label} autoComplete="new-password" required help={help} {...password} />
      <PasswordField label={confirmLabel} autoComplete="new-password" required {...confirmation} />
    </>
  )
}
