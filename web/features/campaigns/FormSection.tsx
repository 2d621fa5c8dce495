import { type ReactElement, type ReactNode, useId } from 'react'

/** A titled group of fields. */
export function FormSection({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0"
    >
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
