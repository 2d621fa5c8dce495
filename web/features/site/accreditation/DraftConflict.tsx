import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { Notice } from '#web/features/site/ui/Notice.tsx'
import { valueWords, wordsOf } from '#web/lib/form-controls.ts'
import type { MergedField } from '#web/lib/merge-edit.ts'

export interface SavedElsewhere {
  at: string
  /** Fields that the other save changed. */
  fields: readonly MergedField[]
}

interface DraftConflictProps {
  form: HTMLFormElement | null
  saved: SavedElsewhere
  onChoose: (name: string, text: string) => void
}

/** Another tab saved the draft after this page was opened: the applicant chooses where both changed the same field. */
export function DraftConflict({ form, saved, onChoose }: DraftConflictProps): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const both = saved.fields.filter(({ isBoth }) => isBoth)
  const others = saved.fields.filter(({ isBoth }) => !isBoth)
  return (
    <div ref={box} tabIndex={-1} data-notice className="outline-none">
      <Notice tone="warning" title="Saved in another tab">
        <p>
          This draft was saved in another tab or on another device after this page was opened. Nothing was
          saved now.
        </p>
        {both.map((field) => (
          <Choice key={field.name} form={form} field={field} onChoose={onChoose} />
        ))}
        {others.length > 0 && (
          <p className="mt-2">
            Filled in from there: {others.map(({ name }) => wordsOf(form, name)).join(', ')}.
          </p>
        )}
        <p className="mt-2">Check the form, then save or submit again.</p>
      </Notice>
    </div>
  )
}

interface ChoiceProps {
  form: HTMLFormElement | null
  field: MergedField
  onChoose: (name: string, text: string) => void
}

function Choice({ form, field: { name, mine, theirs }, onChoose }: ChoiceProps): ReactElement {
  const id = useId()
  const [isMine, setMine] = useState(true)
  const option = (label: string, value: unknown, mineToo: boolean): ReactElement => (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="radio"
        name={id}
        // belongs to no form, so that it is not sent
        form={`${id}-none`}
        checked={isMine === mineToo}
        onChange={() => {
          setMine(mineToo)
          onChoose(name, String(value ?? ''))
        }}
      />
      <span className="min-w-0 break-words">
        {label}: <strong>{valueWords(form, name, value)}</strong>
      </span>
    </label>
  )
  return (
    <fieldset className="mt-2">
      <legend className="font-medium">{wordsOf(form, name)}</legend>
      {option('Keep mine', mine, true)}
      {option('Take theirs', theirs, false)}
    </fieldset>
  )
}
