import { Check } from 'lucide-react'
import type { InputHTMLAttributes, ReactElement, ReactNode, Ref } from 'react'
import { useFieldAria } from '#web/lib/use-field-aria.ts'
import { FieldNote } from './Field.tsx'

interface CheckboxFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'id'> {
  /** May contain links: a click on them does not tick the box. */
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** Yes or no. Where it must be ticked, the label is marked (`… *`) and `required` is set for screen readers. */
export function CheckboxField({ label, help, error, required, ...input }: CheckboxFieldProps): ReactElement {
  const { control, noteId } = useFieldAria({ help, error, required })
  return (
    <div className="flex items-start gap-3">
      <span className="relative mt-0.5 flex size-6 shrink-0">
        <input
          {...input}
          {...control}
          type="checkbox"
          className="peer size-6 appearance-none rounded-md border border-line-strong bg-surface transition-colors checked:border-primary checked:bg-primary aria-invalid:border-red"
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-1 hidden size-4 text-on-primary peer-checked:block"
        />
      </span>
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={control.id}>{label}</label>
        <FieldNote id={noteId} error={error} help={help} />
      </div>
    </div>
  )
}
