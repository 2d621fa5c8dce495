import { Eye, EyeOff } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx'

/** A password that can be looked at while it is typed. */
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
          aria-label={isShown ? 'Hide what is typed' : 'Show what is typed'}
          onClick={() => setShown(!isShown)}
          className="-mr-2 flex size-[calc(var(--bl-control)-0.25rem)] items-center justify-center rounded text-ink-faint hover:text-ink max-md:size-10"
        >
          <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
        </button>
      }
    />
  )
}
