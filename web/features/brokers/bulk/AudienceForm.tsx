import { type ReactElement, useState } from 'react'
import { createAudience, listAudiences } from '#contract/brokers/audiences.ts'
import { changeAudienceInBulk } from '#contract/brokers/bulk-changes.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { countOf } from '#web/lib/format.ts'
import { RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'
import { BulkForm } from './BulkForm.tsx'
import { type BulkProps, useBulkWrite } from './use-bulk-write.ts'

const NEW = 'new'

/** Only audiences with a list of chosen brokers: membership of the others is determined by rules. */
export function AudienceForm({ selection, chosen, onStarted, onClose }: BulkProps): ReactElement {
  const { data: audiences = [] } = useRead(listAudiences)
  const byHand = audiences.filter(({ rules }) => rules.some((rule) => rule.kind === 'list' && !rule.not))
  const [remove, setRemove] = useState(false)
  const [audience, setAudience] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [nameError, setNameError] = useState<string | undefined>(undefined)
  const { write, errors, clear } = useBulkWrite(changeAudienceInBulk, onStarted)
  const create = useWrite(createAudience, {
    onSuccess: ({ id }) => {
      // the brokers may still be refused: then it is not made twice
      setAudience(String(id))
      write.mutate({ body: { selection, audienceId: id, remove: false } })
    },
    onError: (error) => {
      const text = error instanceof ApiError ? error.fields.name : undefined
      if (text) setNameError(text)
      else toastError(messageOf(error, 'Failed to save the audience'))
    },
  })
  const known = byHand.map(({ id, name: label, brokers }) => ({
    value: String(id),
    label: brokers === null ? label : `${label} (${countOf(brokers, 'broker')})`,
  }))
  const value = audience ?? (known.length === 0 && !remove ? NEW : '')
  const submit = (): void => {
    if (value === NEW) {
      if (name.trim() === '') setNameError('Give the audience a name')
      else create.mutate({ body: { name, rules: [], chosen: true } })
    } else write.mutate({ body: { selection, audienceId: Number(value), remove } })
  }
  return (
    <BulkForm
      onClose={onClose}
      title={remove ? 'Remove from an audience' : 'Add to an audience'}
      description={`${chosen.charAt(0).toUpperCase()}${chosen.slice(1)}, hand-picked: they stay in the audience whatever changes about them.`}
      dirty={audience !== null || name !== '' || remove}
      write={{ isPending: write.isPending || create.isPending }}
      submit={remove ? 'Remove brokers' : 'Add brokers'}
      disabled={value === ''}
      onSubmit={submit}
    >
      <RadioGroupField
        label="What to do"
        options={[
          { value: 'add', label: 'Add them to an audience' },
          {
            value: 'remove',
            label: 'Remove them from an audience',
            disabled: known.length === 0,
            ...(known.length === 0 && { help: 'No audience has hand-picked brokers yet.' }),
          },
        ]}
        value={remove ? 'remove' : 'add'}
        onChange={(event) => {
          setRemove(event.target.value === 'remove')
          if (value === NEW) setAudience(null)
          clear()
        }}
      />
      <SelectField
        label="Audience"
        options={[
          { value: '', label: 'Choose…' },
          ...known,
          ...(remove ? [] : [{ value: NEW, label: 'A new audience…' }]),
        ]}
        value={value}
        error={errors.audienceId}
        onChange={(event) => {
          setAudience(event.target.value || null)
          clear()
        }}
      />
      {value === NEW && (
        <TextField
          label="Name of the new audience"
          required
          autoComplete="off"
          maxLength={100}
          value={name}
          error={nameError}
          onChange={(event) => {
            setName(event.target.value)
            setNameError(undefined)
          }}
        />
      )}
    </BulkForm>
  )
}
