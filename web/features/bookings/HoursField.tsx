import { Plus, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { useFieldArray } from 'react-hook-form'
import { field } from '#web/lib/form.ts'
import { FieldNote } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { type BdmForm, nextSpan, weekdayNames } from './bdm-form.ts'

/** Hours per weekday, with several spans a day. */
export function HoursField({ form }: { form: BdmForm }): ReactElement {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'hours' })
  const { hours: error } = form.formState.errors
  return (
    <div className="flex flex-col">
      <ul aria-label="Hours" className="flex flex-col divide-y divide-line">
        {weekdayNames.map((name, index) => {
          const weekday = index + 1
          const spans = fields.flatMap((span, at) => (span.weekday === weekday ? [{ key: span.id, at }] : []))
          return (
            <li key={name} className="grid grid-cols-[6.5rem_1fr_auto] items-start gap-x-3 gap-y-1 py-1.5">
              <span className="leading-8 max-md:leading-11">{name}</span>
              <div className="flex flex-wrap gap-x-5 gap-y-2 max-md:col-span-3 max-md:col-start-1 max-md:row-start-2">
                {spans.length === 0 && (
                  <span className="leading-8 text-ink-soft max-md:hidden">No meetings</span>
                )}
                {spans.map(({ key, at }, nth) => (
                  <SpanInputs
                    key={key}
                    form={form}
                    at={at}
                    label={`${name}, ${nth + 1}`}
                    onRemove={() => remove(at)}
                  />
                ))}
              </div>
              <IconButton
                label={`Add hours on ${name}`}
                icon={Plus}
                onClick={() => append(nextSpan(form.getValues('hours') ?? [], weekday))}
              />
            </li>
          )
        })}
      </ul>
      <FieldNote
        id="bdm-hours-note"
        error={error?.root?.message ?? error?.message}
        help="Hours are divided into 60-minute slots from their start."
      />
    </div>
  )
}

interface SpanInputsProps {
  form: BdmForm
  at: number
  label: string
  onRemove: () => void
}

function SpanInputs({ form, at, label, onRemove }: SpanInputsProps): ReactElement {
  return (
    <span className="flex items-start gap-1.5">
      <TextField
        label={`${label}, from`}
        hideLabel
        type="time"
        className="w-32"
        {...field(form, `hours.${at}.from`)}
      />
      <span aria-hidden className="leading-8 text-ink-soft max-md:leading-11">
        –
      </span>
      <TextField
        label={`${label}, to`}
        hideLabel
        type="time"
        className="w-32"
        {...field(form, `hours.${at}.to`)}
      />
      <IconButton label={`Remove ${label}`} icon={X} onClick={onRemove} />
    </span>
  )
}
