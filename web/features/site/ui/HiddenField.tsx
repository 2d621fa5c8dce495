import type { ReactElement, Ref } from 'react'

/** A field that people never see and robots fill in: what comes with it filled was not sent by a person. */
export function HiddenField({ name, ref }: { name: string; ref?: Ref<HTMLInputElement> }): ReactElement {
  return (
    <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Leave this empty
        <input ref={ref} type="text" name={name} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
