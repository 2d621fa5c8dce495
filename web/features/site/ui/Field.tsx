import { CircleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { type ControlAria, useFieldAria } from '#web/lib/use-field-aria.ts'
import { type ClassValue, cx } from '#web/ui/cx.ts'

export interface FieldProps {
  label: string
  /** Below the control; gives way to the error. */
  help?: ReactNode
  error?: string | undefined
  required?: boolean
  className?: ClassValue
}

interface FieldFrameProps extends FieldProps {
  children: (aria: ControlAria) => ReactNode
}

/** 16 px: with smaller text a phone zooms in on the field. */
export const controlClass =
  'min-h-12 w-full rounded-lg border border-line-strong/70 bg-surface px-3.5 py-2.5 text-base text-ink transition-colors ' +
  'hover:border-line-strong focus-visible:border-focus focus-visible:outline-2 focus-visible:-outline-offset-1 ' +
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint ' +
  'aria-invalid:border-red aria-invalid:focus-visible:outline-red'

/** Label above, control, help below; an error takes the place of the help. */
export function Field({ label, help, error, required, className, children }: FieldFrameProps): ReactElement {
  const { control, noteId } = useFieldAria({ help, error, required })
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="font-medium">
        <label htmlFor={control.id}>{label}</label>
        {required && <RequiredMark />}
      </div>
      {children(control)}
      <FieldNote id={noteId} error={error} help={help} />
    </div>
  )
}

/** Outside the label element: `required` on the control is announced already. */
export function RequiredMark(): ReactElement {
  return (
    <span aria-hidden className="ml-0.5 text-red-ink">
      *
    </span>
  )
}

interface FieldNoteProps {
  id: string
  error: string | undefined
  help: ReactNode
}

/** The line below a control. The element stays while its text changes, so that screen readers announce the change. */
export function FieldNote({ id, error, help }: FieldNoteProps): ReactElement {
  return (
    <div aria-live="polite" className="text-sm empty:hidden">
      {error ? (
        <p id={id} className="flex gap-1.5 text-red-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          {error}
        </p>
      ) : (
        help && (
          <div id={id} className="text-ink-soft">
            {help}
          </div>
        )
      )}
    </div>
  )
}
