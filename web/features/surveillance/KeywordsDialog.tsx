import { Plus, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { useFieldArray } from 'react-hook-form'
import { saveKeywords } from '#contract/surveillance/mentions.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const valuesOf = ({ keywords }: Pick<KeywordsDialogProps, 'keywords'>) => ({ keywords: [...keywords] })

interface KeywordsDialogProps {
  keywords: readonly { word: string; weight: number }[]
  onClose: () => void
}

/** The words that count in news about a broker, each with its weight; 50 flags. */
export function KeywordsDialog({ keywords, onClose }: KeywordsDialogProps): ReactElement {
  const record = { keywords }
  const form = useZodForm(saveKeywords.body, valuesOf(record))
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'keywords' })
  const edit = useFormEdit(saveKeywords, form, { record, toForm: valuesOf })
  const save = useFormWrite(form, saveKeywords, {
    edit,
    success: 'Keywords saved. They apply from the next check.',
    failure: 'Failed to save the keywords',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Risk keywords"
      description="The risk of an item is 10 for the name and the weight of each word; a broker is flagged from 50."
      dirty={form.formState.isDirty}
      write={save}
      edit={edit}
      submit="Save keywords"
      pendingText="Saving..."
      onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
    >
      <ul className="flex flex-col gap-2">
        {fields.map(({ id, word }, at) => (
          <li key={id} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <TextField label={`Keyword ${at + 1}`} hideLabel {...field(form, `keywords.${at}.word`)} />
            </div>
            <div className="w-24">
              <TextField
                label={`Weight of keyword ${at + 1}`}
                hideLabel
                type="number"
                min={1}
                max={100}
                {...field(form, `keywords.${at}.weight`)}
                {...form.register(`keywords.${at}.weight`, { valueAsNumber: true })}
              />
            </div>
            <IconButton label={`Remove ${word || `word ${at + 1}`}`} icon={X} onClick={() => remove(at)} />
          </li>
        ))}
      </ul>
      <div>
        <Button icon={Plus} onClick={() => append({ word: '', weight: 50 })}>
          Add keyword
        </Button>
      </div>
    </FormDialog>
  )
}
