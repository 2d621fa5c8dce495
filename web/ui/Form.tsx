import type { FormEvent, ReactElement, ReactNode } from 'react'
import { submitOnCtrlEnter } from '#web/lib/form.ts'

interface FormProps {
  /** Usually `form.handleSubmit(save)`. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  children: ReactNode
  className?: string
  label?: string
  id?: string
}

/** A form with our own validation messages; Ctrl/Cmd + Enter submits. */
export function Form({
  onSubmit,
  children,
  className = 'flex flex-col gap-4',
  label,
  id,
}: FormProps): ReactElement {
  return (
    <form
      id={id}
      noValidate
      aria-label={label}
      className={className}
      onKeyDown={submitOnCtrlEnter}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(event)
      }}
    >
      {children}
    </form>
  )
}
