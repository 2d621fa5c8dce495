import type { ReactElement, Ref } from 'react'

/** By which password managers and form fillers leave a field alone. */
const IGNORED = {
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': true,
  'data-form-type': 'other',
}

/**
 * A honeypot field, hidden from people and filled in by simple programs. Its name and label contain no words by which
 * form fillers choose fields.
 */
export function HiddenField({ name, ref }: { name: string; ref?: Ref<HTMLInputElement> }): ReactElement {
  return (
    <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Leave this empty
        <input
          ref={ref}
          type="text"
          name={name}
          tabIndex={-1}
          autoComplete="off"
          defaultValue=""
          {...IGNORED}
        />
      </label>
    </div>
  )
}
