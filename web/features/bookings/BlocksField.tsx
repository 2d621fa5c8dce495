import { Plus, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { useFieldArray } from 'react-hook-form'
import { field } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldNote } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { type BdmForm, weekdayOptions } from './bdm-form.ts'

/** Weekly recurring times without meetings. */
export function BlocksField({ form }: { form: BdmForm }): ReactElement {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'blocks' })
  const { blocks: error } = form.formState.errors
  return (
    <div className="flex flex-col items-start gap-3">
      {fields.length === 0 && <p className="text-ink-soft">No recurring blocks.</p>}
      {fields.length > 0 && (
        <ul
          aria-label="Recurring blocks"
          className="flex w-full flex-col gap-2 max-md:divide-y max-md:divide-line"
        >
          {fields.map(({ id }, at) => (
            <li
              key={id}
              className="grid grid-cols-[9rem_8rem_8rem_1fr_auto] items-start gap-2 max-md:grid-cols-2 max-md:pb-3"
            >
              <SelectField
                label={`Block ${at + 1}, day`}
                hideLabel
                options={weekdayOptions}
                className="max-md:col-span-2"
                {...field(form, `blocks.${at}.weekday`)}
                {...form.register(`blocks.${at}.weekday`, { valueAsNumber: true })}
              />
              <TextField
                label={`Block ${at + 1}, from`}
                hideLabel
                type="time"
                {...field(form, `blocks.${at}.from`)}
              />
              <TextField
                label={`Block ${at + 1}, to`}
                hideLabel
                type="time"
                {...field(form, `blocks.${at}.to`)}
              />
              <TextField
                label={`Block ${at + 1}, reason`}
                hideLabel
                placeholder="Reason"
                autoComplete="off"
                {...field(form, `blocks.${at}.reason`)}
              />
              <IconButton
                label={`Remove block ${at + 1}`}
                icon={X}
                className="justify-self-end"
                onClick={() => remove(at)}
              />
            </li>
          ))}
        </ul>
      )}
      <Button icon={Plus} onClick={() => append({ weekday: 1, from: '15:00', to: '16:00', reason: '' })}>
        Add block
      </Button>
      <FieldNote id="bdm-blocks-note" error={error?.root?.message ?? error?.message} help={undefined} />
    </div>
  )
}
