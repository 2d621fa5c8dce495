import { Trash2, UserRoundPen, X } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useId, useState } from 'react'
import type { RecordChange } from '#contract/edits.ts'
import { cutText } from '#contract/plain-text.ts'
import { valueWords, wordsOf } from '#web/lib/form-controls.ts'
import type { MergedField } from '#web/lib/merge-edit.ts'
import type { Edit, Meanwhile } from '#web/lib/use-edit.ts'
import { Button } from './Button.tsx'
import { CopyField } from './CopyField.tsx'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { type NoticePlace, useNoticePlace } from './use-notice-place.ts'

/** At the top of a form: why a save was refused, and the choice of values to keep. */
export function EditNotice({ edit }: { edit: Edit }): ReactElement | null {
  const { meanwhile } = edit
  const [box, setBox] = useState<HTMLElement | null>(null)
  const form = box?.closest('form') ?? null
  useEffect(() => {
    if (meanwhile && !meanwhile.isQuiet) box?.focus()
  }, [meanwhile, box])
  if (!meanwhile || meanwhile.isQuiet) return null
  const isGone = meanwhile.fields === null
  const Icon = isGone ? Trash2 : UserRoundPen
  return (
    <section
      ref={setBox}
      data-notice
      tabIndex={-1}
      aria-label={isGone ? 'Deleted meanwhile' : 'Changed meanwhile'}
      className={cx(
        'col-span-full flex w-full flex-col gap-3 rounded-lg border px-4 py-3 outline-none',
        isGone ? 'border-red bg-red-soft' : 'border-amber bg-amber-soft',
      )}
    >
      <p className={cx('flex items-start gap-2 font-medium', isGone ? 'text-red-ink' : 'text-amber-ink')}>
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
        <span role="alert">
          {meanwhile.isDraft ? (
            'This was changed after you typed your text.'
          ) : (
            <>
              <Who change={meanwhile.change} did={isGone ? 'deleted' : 'changed'} /> Nothing was saved.
            </>
          )}
        </span>
      </p>
      {isGone ? (
        <Typed form={form} typed={meanwhile.typed} />
      ) : (
        // another refusal starts again with the user's own values
        <Choices key={meanwhile.change?.at} form={form} meanwhile={meanwhile} edit={edit} />
      )}
    </section>
  )
}

function Who({ change, did }: { change: RecordChange | null; did: string }): ReactElement {
  if (!change) return <>This was {did} meanwhile.</>
  return (
    <>
      {change.own ? `You ${did} this elsewhere` : `${change.by} ${did} this`} <Ago at={change.at} />.
    </>
  )
}

/** 'Just now' within a sentence. */
function Ago({ at }: { at: string }): ReactElement {
  return (
    <span className="inline-block lowercase">
      <RelativeTime when={at} />
    </span>
  )
}

interface ChoicesProps {
  form: HTMLFormElement | null
  meanwhile: Meanwhile
  edit: Edit
}

function Choices({ form, meanwhile, edit }: ChoicesProps): ReactElement {
  const fields = meanwhile.fields ?? []
  const both = fields.filter(({ isBoth }) => isBoth)
  const others = fields.filter(({ isBoth }) => !isBoth)
  return (
    <>
      {both.length > 0 && (
        <>
          <p className="text-sm">
            {meanwhile.isDraft
              ? 'Choose what to keep, then save.'
              : 'You both changed this. Choose what to keep, then save again.'}
          </p>
          {both.map((field) => (
            <Choice key={field.name} form={form} field={field} onChoose={edit.choose} />
          ))}
        </>
      )}
      {others.length > 0 && (
        <>
          <p className="text-sm">
            {both.length > 0
              ? 'Also changed, and filled into the form:'
              : 'Filled into the form. Save again when it is right.'}
          </p>
          <dl className="flex flex-col gap-1 text-sm">
            {others.map(({ name, before, theirs }) => (
              <div key={name} className="flex flex-wrap gap-x-2">
                <dt className="font-medium">{wordsOf(form, name)}</dt>
                <dd className="min-w-0 break-words">
                  <s className="text-ink-soft">{short(valueWords(form, name, before))}</s>{' '}
                  <span className="whitespace-pre-line">{short(valueWords(form, name, theirs))}</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {fields.length === 0 && (
        <p className="text-sm">Nothing of it is in this form. Save again when it is right.</p>
      )}
    </>
  )
}

interface ChoiceProps {
  form: HTMLFormElement | null
  field: MergedField
  onChoose: (name: string, value: unknown) => void
}

function Choice({ form, field, onChoose }: ChoiceProps): ReactElement {
  const id = useId()
  const [isMine, setMine] = useState(true)
  const { name, mine, theirs } = field
  const option = (label: string, value: unknown, mineToo: boolean): ReactNode => (
    <label className="flex min-w-0 flex-1 basis-56 cursor-pointer items-start gap-2 rounded-lg border border-line bg-surface px-3 py-2 has-checked:border-primary">
      <input
        type="radio"
        name={id}
        className="mt-1 shrink-0 accent-(--bl-primary)"
        checked={isMine === mineToo}
        onChange={() => {
          setMine(mineToo)
          onChoose(name, value)
        }}
      />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block max-h-40 overflow-y-auto break-words whitespace-pre-line text-ink-soft">
          {valueWords(form, name, value)}
        </span>
      </span>
    </label>
  )
  return (
    <fieldset className="text-sm">
      <legend className="mb-1 font-medium">{wordsOf(form, name)}</legend>
      <div className="flex flex-wrap gap-2">
        {option('Keep mine', mine, true)}
        {option('Take theirs', theirs, false)}
      </div>
    </fieldset>
  )
}

function Typed({
  form,
  typed,
}: {
  form: HTMLFormElement | null
  typed: Record<string, unknown>
}): ReactElement {
  const lines = Object.entries(typed)
    .filter(([, value]) => value !== null && value !== '' && value !== undefined)
    .map(([name, value]) => `${wordsOf(form, name)}: ${valueWords(form, name, value)}`)
  return (
    <CopyField wrap label="What you typed" help="Copy it before you close this." value={lines.join('\n')} />
  )
}

const LONGEST = 200
const short = (text: string): string => cutText(text, LONGEST, '…')

const noticePlaces: Record<NoticePlace, string> = {
  bottom: 'absolute inset-0 justify-end',
  top: 'absolute inset-0 justify-start',
  after: 'col-span-full w-full',
}
// a dialog has its own bars
const sticky: Record<NoticePlace, { page: string; dialog: string }> = {
  bottom: {
    page: 'sticky bottom-[calc(var(--bl-bottom-bar)+var(--bl-status-bar,0rem)+0.25rem)]',
    dialog: 'sticky bottom-1',
  },
  top: { page: 'sticky top-[calc(var(--bl-top-bar)+0.25rem)]', dialog: 'sticky top-1' },
  after: { page: '', dialog: '' },
}

/** Floats over the form where it covers no button, so that nothing moves under the pointer. */
export function LiveEditNotice({ edit }: { edit: Edit }): ReactElement | null {
  const { meanwhile, waiting } = edit
  const [box, setBox] = useState<HTMLElement | null>(null)
  const form = box?.closest('form') ?? null
  const place = useNoticePlace(box)
  const quiet = meanwhile?.isQuiet ? meanwhile : null
  if (!waiting && !quiet) return null
  const change = waiting ? waiting.change : (quiet?.change ?? null)
  const names = (quiet?.fields ?? []).map(({ name }) => wordsOf(form, name))
  return (
    <div
      ref={setBox}
      data-notice
      className={cx('pointer-events-none z-10 flex flex-col', noticePlaces[place])}
    >
      <p
        role="status"
        className={cx(
          sticky[place][form?.closest('[role=dialog]') ? 'dialog' : 'page'],
          'pointer-events-auto flex flex-wrap items-center gap-x-3 gap-y-1 self-center rounded-lg border border-line bg-float py-1.5 pr-1.5 pl-3 text-sm shadow-float',
        )}
      >
        <span>
          <Who change={change} did="changed" />
          {names.length > 0 && ` The form shows it: ${names.join(', ')}.`}
        </span>
        {waiting ? (
          <Button size="sm" onClick={waiting.bringIn}>
            Bring it in
          </Button>
        ) : (
          <IconButton size="sm" label="Dismiss" icon={X} onClick={edit.dismiss} />
        )}
      </p>
    </div>
  )
}
