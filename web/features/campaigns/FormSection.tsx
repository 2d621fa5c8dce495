import { type ReactElement, type ReactNode, useId } from 'react'

/** A titled group of fields; no landmark, as a step of the editor around it may have the same title. */
export function FormSection({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const id = useId()
  return (
    <fieldset
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0"
    >
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      {children}
    </fieldset>
  )
}
