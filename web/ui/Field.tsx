import type { ReactElement, ReactNode } from 'react'
import { type ControlAria, useFieldAria } from '#web/lib/use-field-aria.ts'
import { cx } from './cx.ts'

export interface FieldProps {
  label: string
  /** Below the control; replaced by the error. */
  help?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Hides the label visually where the context makes it obvious. */
  hideLabel?: boolean
  className?: string
}

interface FieldFrameProps extends FieldProps {
  children: (aria: ControlAria) => ReactNode
}

/** A label above the control and help below it; an error replaces the help. */
export function Field({
  label,
  help,
  error,
  required,
  hideLabel,
  className,
  children,
}: FieldFrameProps): ReactElement {
  const { control, noteId } = useFieldAria({ help, error, required })
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <div className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        <label htmlFor={control.id}>{label}</label>
        {required && <RequiredMark />}
      </div>
      {children(control)}
      <FieldNote id={noteId} error={error} help={help} />
    </div>
  )
}

/** Outside the label element: screen readers announce `required` on the control. */
export function RequiredMark(): ReactElement {
  return (
    <span aria-hidden className="ml-0.5 text-red">
      *
    </span>
  )
}

interface FieldNoteProps {
  id: string
  error: string | undefined
  help: ReactNode
}

export function FieldNote({ id, error, help }: FieldNoteProps): ReactElement | null {
  if (error) {
    return (
      <p id={id} role="alert" className="text-xs text-red-ink">
        {error}
      </p>
    )
  }
  if (!help) return null
  return (
    <p id={id} className="text-xs text-ink-soft">
      {help}
    </p>
  )
}
