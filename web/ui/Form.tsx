import { type FormEvent, type ReactElement, type ReactNode, useRef } from 'react'
import { submitOnCtrlEnter } from '#web/lib/form.ts'
import type { Edit } from '#web/lib/use-edit.ts'
import { type KeptState, useKeptDraft } from '#web/lib/use-kept-draft.ts'
import { cx } from './cx.ts'
import { lazily } from './lazily.tsx'

// seldom shown, and larger than the form itself
const DraftNotice = lazily(async () => (await import('./DraftNotice.tsx')).DraftNotice)
const EditNotice = lazily(async () => (await import('./EditNotice.tsx')).EditNotice)
const LiveEditNotice = lazily(async () => (await import('./EditNotice.tsx')).LiveEditNotice)

interface FormProps {
  /** Usually `form.handleSubmit(save)`. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  children: ReactNode
  className?: string
  label?: string
  id?: string
  /** Of a form that changes a record: shows concurrent changes in the form. */
  edit?: Edit | undefined
  /** Name of the draft on this page; left out: the label. `false`: no draft. An edit names its own. */
  keepAs?: string | false
  /** For a form whose values are neither in its controls nor in react-hook-form. */
  kept?: KeptState | undefined
}

/**
 * A form with our own validation messages; Ctrl/Cmd + Enter submits. The input is kept as a draft until it is saved or
 * discarded, unless the form has a secret field.
 */
export function Form({
  onSubmit,
  children,
  className = 'flex flex-col gap-4',
  label,
  id,
  edit,
  keepAs,
  kept,
}: FormProps): ReactElement {
  const element = useRef<HTMLFormElement>(null)
  const ofRecord = edit?.draftName ?? null
  const named =
    keepAs === false ? null : { name: ofRecord ?? keepAs ?? label ?? 'form', isOfPage: ofRecord === null }
  const draft = useKeptDraft(element, named, edit?.kept ?? kept)
  const hasDraft = draft.offer !== null || Object.keys(draft.rest).length > 0
  return (
    <form
      ref={element}
      id={id}
      noValidate
      aria-label={label}
      className={cx('relative', className)}
      onKeyDown={submitOnCtrlEnter}
      onSubmit={(event) => {
        event.preventDefault()
        const withdraw = draft.submitted()
        // a write starts some microtasks after the handler ends
        void Promise.resolve(onSubmit(event)).finally(() => window.setTimeout(withdraw))
      }}
    >
      {hasDraft && <DraftNotice draft={draft} />}
      {edit?.meanwhile && <EditNotice edit={edit} />}
      {children}
      {(edit?.meanwhile || edit?.waiting) && <LiveEditNotice edit={edit} />}
    </form>
  )
}
